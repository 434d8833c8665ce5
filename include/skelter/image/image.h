#pragma once
// Image: pixels in memory, 8 bits each of red, green, blue and alpha (not premultiplied), rows from the top.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skelter {

struct Image {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;  // size: width * height * 4

  Image() = default;
  // Transparent black.
  Image(std::uint32_t width_px, std::uint32_t height_px)
      : width(width_px), height(height_px), rgba(std::size_t{width_px} * height_px * 4) {}

  // The four bytes of a pixel. Precondition: x < width, y < height; y = 0 is the top row.
  std::uint8_t* at(std::uint32_t x, std::uint32_t y) { return &rgba[(std::size_t{y} * width + x) * 4]; }
  const std::uint8_t* at(std::uint32_t x, std::uint32_t y) const {
    return &rgba[(std::size_t{y} * width + x) * 4];
  }
  friend bool operator==(const Image&, const Image&) = default;
};

// Puts `right` at the right edge of `left`; the shorter image is padded with transparent black.
Image side_by_side(const Image& left, const Image& right);

// An image of half the width and height; each pixel is the mean of two by two (the last column or row of an
// odd size counts twice). Colours are weighted by alpha, so that colours of transparent pixels do not bleed.
// Precondition: not empty.
Image halved(const Image& image);

}  // namespace skelter
