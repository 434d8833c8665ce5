#pragma once
// Computes Delaunay triangles for a blend over two parameters. The predicates use exact decimals, so that the
// result is the same on every machine and compiler. If several points are on one circle, the diagonals start
// at the lowest index.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace skelter::compile {

// A decimal number exactly as written in JSON: 768 bits, two's complement, in units of 1e-30. This is enough
// for all sums and products in the two predicates.
class Decimal {
 public:
  static constexpr int kPlaces = 30;

  Decimal() = default;
  // Returns nothing for numbers of 1e10 or more, or with more than kPlaces decimal places.
  static std::optional<Decimal> parse(std::string_view written);

  Decimal operator+(const Decimal& other) const;
  Decimal operator-(const Decimal& other) const;
  Decimal operator*(const Decimal& other) const;  // in units of the product of both units
  int sign() const;                               // -1, 0, 1
  friend bool operator==(const Decimal&, const Decimal&) = default;

 private:
  static constexpr std::size_t kWords = 24;
  std::array<std::uint32_t, kWords> words_{};
};

struct DecimalPoint {
  Decimal x, y;
  double near_x = 0, near_y = 0;  // x and y, rounded
};

// Returns 1 if a, b, c turn left, -1 if they turn right, 0 if they are collinear.
int orientation(const DecimalPoint& a, const DecimalPoint& b, const DecimalPoint& c);

// Returns triangles and their corners in ascending order. Empty if all points are collinear. Precondition:
// all points are distinct. O(n^4), for few points.
std::vector<std::array<std::uint16_t, 3>> triangulate(std::span<const DecimalPoint> points);

}  // namespace skelter::compile
