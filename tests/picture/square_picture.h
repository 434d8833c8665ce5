#pragma once
// The test square as seen from the front, and the pixels of its images.

#include <gtest/gtest.h>

#include <array>

#include "skelter/picture/picture.h"

namespace skelter::test {

using Pixel = std::array<int, 3>;
inline Pixel pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = image.at(x, y);
  return {p[0], p[1], p[2]};
}

// Looks straight at the square, which fills the middle half of a 64 x 64 image.
inline ImageRendererOptions square_options() {
  ImageRendererOptions options;
  options.width = options.height = 64;
  Camera camera;
  camera.eye = {0, 0, 4};
  // The tangent of half the angle is 1/2, so 2 units are visible up and down at distance 4.
  camera.fov_y_deg = 53.13010235415598;
  options.camera = camera;
  options.draw.background = Vec3{0, 0, 0};
  options.draw.shadow = false;
  return options;
}

inline Image picture(const Scene& scene, const ImageRendererOptions& options, double time_s = 0) {
  Diagnostics diagnostics;
  Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics);
  if (!maker) {
    ADD_FAILURE() << to_string(maker.error());
    return Image(options.width, options.height);
  }
  Result<Image> image = maker->render(time_s);
  if (!image) {
    ADD_FAILURE() << to_string(image.error());
    return Image(options.width, options.height);
  }
  return *image;
}

}  // namespace skelter::test
