#pragma once
// Palette: up to 256 colours that stand for many, chosen by splitting the cloud of colours where it varies
// most. Source: Wu, "Color Quantization by Dynamic Programming and Principal Analysis", 1992, greedy.

#include <array>
#include <cstdint>
#include <vector>

namespace skelter {

using Rgb = std::array<std::uint8_t, 3>;

// Counts colours; close ones share a bin that remembers their mean.
class ColorCloud {
 public:
  ColorCloud();
  void add(const Rgb& color);
  // At most `count` colours, in a fixed order. Empty when nothing was added.
  std::vector<Rgb> palette(std::size_t count) const;

 private:
  struct Bin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
  };
  std::vector<Bin> bins_;
};

// Finds the nearest colour of a palette; remembers answers. Not thread-safe.
class PaletteSearch {
 public:
  explicit PaletteSearch(std::vector<Rgb> palette);
  std::uint8_t nearest(const Rgb& color);
  const std::vector<Rgb>& palette() const { return palette_; }

 private:
  std::vector<Rgb> palette_;
  std::vector<std::uint16_t> known_;  // per colour of 7 bits a channel
};

}  // namespace skelter
