#pragma once
// Computes a palette of up to 256 colours that represent a larger number, by splitting the cloud of colours
// along the largest variance. Source: Wu, "Color Quantization by Dynamic Programming and Principal Analysis",
// 1992; greedy version.

#include <array>
#include <cstdint>
#include <vector>

namespace skelter {

using Rgb = std::array<std::uint8_t, 3>;

// Counts colours. Similar colours share a bin, which stores their mean.
class ColorCloud {
 public:
  ColorCloud();
  void add(const Rgb& color);
  // Returns at most `count` colours, in a deterministic order. Empty if no colour was added.
  std::vector<Rgb> palette(std::size_t count) const;

 private:
  struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
  };
  std::vector<Bin> bins_;
};

// Finds the nearest colour of a palette and caches results. Not thread-safe.
class PaletteSearch {
 public:
  explicit PaletteSearch(std::vector<Rgb> palette);
  std::uint8_t nearest(const Rgb& color);
  const std::vector<Rgb>& palette() const { return palette_; }

 private:
  std::vector<Rgb> palette_;
  std::vector<std::uint16_t> known_;  // indexed by colour, with 7 bits per channel
};

}  // namespace skelter
