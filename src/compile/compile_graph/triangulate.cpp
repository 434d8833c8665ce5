#include "compile/compile_graph/triangulate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace skelter::compile {

std::optional<Decimal> Decimal::parse(std::string_view written) {
  const bool negative = !written.empty() && written[0] == '-';
  Decimal ten, value;
  ten.words_[0] = 10;
  int places = 0, digits = 0;
  bool point = false;
  std::size_t at = negative ? 1 : 0;
  for (; at < written.size() && written[at] != 'e' && written[at] != 'E'; ++at) {
    if (written[at] == '.') {
      point = true;
      continue;
    }
    Decimal digit;
    digit.words_[0] = static_cast<std::uint32_t>(written[at] - '0');
    if (digits > 0 || digit.words_[0] != 0) ++digits;
    if (digits > 60) return std::nullopt;
    value = value * ten + digit;
    places += point ? 1 : 0;
  }
  long exponent = 0;
  for (std::size_t i = at + 1; i < written.size(); ++i)
    if (written[i] >= '0' && written[i] <= '9')
      exponent = std::min(exponent * 10 + (written[i] - '0'), 1000L);
  if (at + 1 < written.size() && written[at + 1] == '-') exponent = -exponent;
  if (digits == 0) return Decimal();
  const long shift = kPlaces - places + exponent;
  if (digits - places + exponent > 10 || shift < 0) return std::nullopt;
  for (long i = 0; i < shift; ++i) value = value * ten;
  return negative ? Decimal() - value : value;
}

Decimal Decimal::operator+(const Decimal& other) const {
  Decimal sum;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < kWords; ++i) {
    carry += std::uint64_t{words_[i]} + other.words_[i];
    sum.words_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return sum;
}

Decimal Decimal::operator-(const Decimal& other) const {
  Decimal negative;
  std::uint64_t carry = 1;
  for (std::size_t i = 0; i < kWords; ++i) {
    carry += std::uint64_t{~other.words_[i]};
    negative.words_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return *this + negative;
}

Decimal Decimal::operator*(const Decimal& other) const {
  Decimal product;
  for (std::size_t i = 0; i < kWords; ++i) {
    if (words_[i] == 0) continue;
    std::uint64_t carry = 0;
    for (std::size_t j = 0; i + j < kWords; ++j) {
      carry += std::uint64_t{words_[i]} * other.words_[j] + product.words_[i + j];
      product.words_[i + j] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  return product;
}

int Decimal::sign() const {
  if ((words_.back() >> 31) != 0) return -1;
  return std::any_of(words_.begin(), words_.end(), [](std::uint32_t word) { return word != 0; }) ? 1 : 0;
}

namespace {

double largest(const DecimalPoint& p) {
  return std::max(std::abs(p.near_x), std::abs(p.near_y));
}

// Returns whether d is inside (1), on (0) or outside (-1) the circle through a, b, c, which turn left.
// Doubles are used if their error cannot change the sign: the determinant is a sum of fewer than 200 products
// of four differences, each exact to a few parts in 1e16.
int in_circle(const DecimalPoint& a, const DecimalPoint& b, const DecimalPoint& c, const DecimalPoint& d) {
  const auto determinant = [](auto ax, auto ay, auto bx, auto by, auto cx, auto cy) {
    return (ax * ax + ay * ay) * (bx * cy - cx * by) - (bx * bx + by * by) * (ax * cy - cx * ay) +
           (cx * cx + cy * cy) * (ax * by - bx * ay);
  };
  const double size = std::max({largest(a), largest(b), largest(c), largest(d)});
  const double near = determinant(a.near_x - d.near_x, a.near_y - d.near_y, b.near_x - d.near_x,
                                  b.near_y - d.near_y, c.near_x - d.near_x, c.near_y - d.near_y);
  if (std::abs(near) > 1e-12 * size * size * size * size) return near > 0 ? 1 : -1;
  return determinant(a.x - d.x, a.y - d.y, b.x - d.x, b.y - d.y, c.x - d.x, c.y - d.y).sign();
}

using Corners = std::array<std::uint16_t, 3>;

// Whether the triangle belongs to the fan around the lowest index among the points on its circle.
bool in_fan(std::span<const DecimalPoint> points, const std::vector<std::uint16_t>& circle,
            const Corners& t) {
  if (*std::min_element(circle.begin(), circle.end()) != t[0]) return false;
  const int side = orientation(points[t[1]], points[t[2]], points[t[0]]);
  return std::all_of(circle.begin(), circle.end(), [&](std::uint16_t p) {
    return p == t[1] || p == t[2] || orientation(points[t[1]], points[t[2]], points[p]) == side;
  });
}

bool belongs(std::span<const DecimalPoint> points, const Corners& t) {
  const int turn = orientation(points[t[0]], points[t[1]], points[t[2]]);
  if (turn == 0) return false;
  const DecimalPoint& second = points[turn > 0 ? t[1] : t[2]];
  const DecimalPoint& third = points[turn > 0 ? t[2] : t[1]];
  std::vector<std::uint16_t> circle(t.begin(), t.end());
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (std::find(t.begin(), t.end(), p) != t.end()) continue;
    const int side = in_circle(points[t[0]], second, third, points[p]);
    if (side > 0) return false;
    if (side == 0) circle.push_back(static_cast<std::uint16_t>(p));
  }
  return in_fan(points, circle, t);
}

}  // namespace

int orientation(const DecimalPoint& a, const DecimalPoint& b, const DecimalPoint& c) {
  const double size = std::max({largest(a), largest(b), largest(c)});
  const double near =
      (b.near_x - a.near_x) * (c.near_y - a.near_y) - (c.near_x - a.near_x) * (b.near_y - a.near_y);
  if (std::abs(near) > 1e-13 * size * size) return near > 0 ? 1 : -1;
  return ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).sign();
}

std::vector<Corners> triangulate(std::span<const DecimalPoint> points) {
  std::vector<Corners> triangles;
  const auto count = static_cast<std::uint16_t>(points.size());
  for (std::uint16_t i = 0; i < count; ++i)
    for (std::uint16_t j = i + 1; j < count; ++j)
      for (std::uint16_t k = j + 1; k < count; ++k)
        if (const Corners t = {i, j, k}; belongs(points, t)) triangles.push_back(t);
  return triangles;
}

}  // namespace skelter::compile
