#pragma once
// Renders strips and videos: sequences of images at given times.

#include <cstdint>
#include <functional>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

// Times of a video's frames: from, from + 1/fps, ... before `to`; at least one. The end is excluded, because
// in a loop the first frame follows the last.
std::vector<double> frame_times(double from_s, double to_s, double fps);

// Returns the image at a time, with the camera turned by `turn_deg` about its target.
using ImageAt = std::function<Result<Image>(double time_s, double turn_deg)>;

// Renders `count` images side by side, from `from_s` and evenly spaced before `to_s`.
Result<Image> make_strip(const ImageAt& image_at, double from_s, double to_s, std::uint32_t count);

// Calls `take` with each frame of frame_times(), and stops at the first error. The camera turns by `turn_deg`
// over the video (360 for a turntable; frames are spaced so that the video loops).
Result<void> make_video(const ImageAt& image_at, double from_s, double to_s, double fps,
                        const std::function<Result<void>(const Image&)>& take, double turn_deg = 0);

}  // namespace skelter
