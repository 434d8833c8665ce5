#include "picture/internal/image_sequence.h"

#include <algorithm>
#include <cmath>

namespace skelter {

std::vector<double> frame_times(double from_s, double to_s, double fps) {
  const double count = std::round((to_s - from_s) * fps);
  std::vector<double> times;
  for (double i = 0; i < std::max(count, 1.0); ++i) times.push_back(from_s + i / fps);
  return times;
}

Result<Image> make_strip(const ImageAt& image_at, double from_s, double to_s, std::uint32_t count) {
  Image strip;
  for (std::uint32_t i = 0; i < std::max(count, 1u); ++i) {
    const Result<Image> image = image_at(from_s + (to_s - from_s) * i / std::max(count, 1u), 0);
    if (!image) return image.error();
    strip = i == 0 ? *image : side_by_side(strip, *image);
  }
  return strip;
}

Result<void> make_video(const ImageAt& image_at, double from_s, double to_s, double fps,
                        const std::function<Result<void>(const Image&)>& take, double turn_deg) {
  const std::vector<double> times = frame_times(from_s, to_s, fps);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Result<Image> image = image_at(times[i], turn_deg * double(i) / double(times.size()));
    if (!image) return image.error();
    if (Result<void> taken = take(*image); !taken) return taken;
  }
  return {};
}

}  // namespace skelter
