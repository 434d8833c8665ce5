#include "skelter/image/image.h"

#include <algorithm>
#include <array>

#include "image/internal/coverage.h"

namespace skelter {

Image side_by_side(const Image& left, const Image& right) {
  Image out(left.width + right.width, std::max(left.height, right.height));
  for (std::uint32_t y = 0; y < left.height; ++y)
    std::copy_n(left.at(0, y), std::size_t{left.width} * 4, out.at(0, y));
  for (std::uint32_t y = 0; y < right.height; ++y)
    std::copy_n(right.at(0, y), std::size_t{right.width} * 4, out.at(left.width, y));
  return out;
}

Image halved(const Image& image) {
  Image out(std::max(image.width / 2, 1u), std::max(image.height / 2, 1u));
  for (std::uint32_t y = 0; y < out.height; ++y)
    for (std::uint32_t x = 0; x < out.width; ++x) {
      const std::uint32_t x0 = std::min(2 * x, image.width - 1), x1 = std::min(2 * x + 1, image.width - 1);
      const std::uint32_t y0 = std::min(2 * y, image.height - 1), y1 = std::min(2 * y + 1, image.height - 1);
      std::array<std::uint32_t, 3> sum{}, plain_sum{};
      std::uint32_t alpha = 0;
      for (const std::uint8_t* p : {image.at(x0, y0), image.at(x1, y0), image.at(x0, y1), image.at(x1, y1)}) {
        for (std::size_t c = 0; c < 3; ++c) {
          sum[c] += std::uint32_t{p[c]} * p[3];
          plain_sum[c] += p[c];
        }
        alpha += p[3];
      }
      std::uint8_t* to = out.at(x, y);
      for (std::size_t c = 0; c < 3; ++c)
        to[c] = static_cast<std::uint8_t>(alpha != 0 ? (sum[c] + alpha / 2) / alpha : (plain_sum[c] + 2) / 4);
      to[3] = static_cast<std::uint8_t>((alpha + 2) / 4);
    }
  return out;
}

Coverage coverage_of(const Image& image) {
  std::size_t below_full = 0, between = 0, unseen = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    const std::uint8_t alpha = image.rgba[i];
    if (alpha < 16) ++unseen;
    if (alpha < 250) ++below_full;
    if (alpha >= 16 && alpha < 240) ++between;
  }
  const std::size_t pixels = image.rgba.size() / 4;
  if (unseen == pixels) return Coverage::opaque;  // the exporter left the alpha channel empty
  if (below_full * 1000 <= pixels) return Coverage::opaque;
  return between * 10 <= pixels ? Coverage::cut_out : Coverage::blended;
}

}  // namespace skelter
