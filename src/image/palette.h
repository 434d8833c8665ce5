#pragma once
// Palette: up to 256 colours that represent many, chosen by splitting the cloud of colours along the largest
// variance. Source: Wu, "Color Quantization by Dynamic Programming and Principal Analysis", 1992, greedy.

#include <array>
#include <cstdint>
#include <vector>

namespace skelter {

using Rgb = std::array<std::uint8_t, 3>;

// Counts colours; similar ones share a bin that stores their mean.
class ColorCloud {
 public:
  ColorCloud();
  void add(const Rgb& color);
  // At most `count` colours, in a deterministic order. Empty if no colour was added.
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
  std::vector<std::uint16_t> known_;  // indexed by colour, 7 bits per channel
};

}  // namespace skelter
