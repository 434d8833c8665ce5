#pragma once
// Finds pixels of the background that the model surrounds.

#include <cstdint>
#include <functional>
#include <vector>

#include "skelter/image/image.h"

namespace skelter::test {

// Pixels that `is_background` accepts, but that are not connected to the image's edge through other such
// pixels.
inline std::vector<bool> holes_of(
    const Image& image, const std::function<bool(std::uint32_t x, std::uint32_t y)>& is_background) {
  std::vector<bool> holes(std::size_t{image.width} * image.height);
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x)
      holes[std::size_t{y} * image.width + x] = is_background(x, y);
  std::vector<std::size_t> outside;
  const auto visit = [&](std::size_t pixel) {
    if (!holes[pixel]) return;
    holes[pixel] = false;
    outside.push_back(pixel);
  };
  for (std::size_t x = 0; x < image.width; ++x) visit(x), visit(holes.size() - 1 - x);
  for (std::size_t y = 0; y < image.height; ++y) visit(y * image.width), visit((y + 1) * image.width - 1);
  while (!outside.empty()) {
    const std::size_t pixel = outside.back(), column = pixel % image.width;
    outside.pop_back();
    if (column > 0) visit(pixel - 1);
    if (column + 1 < image.width) visit(pixel + 1);
    if (pixel >= image.width) visit(pixel - image.width);
    if (pixel + image.width < holes.size()) visit(pixel + image.width);
  }
  return holes;
}

}  // namespace skelter::test
