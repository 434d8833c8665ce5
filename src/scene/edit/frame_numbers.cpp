#include "scene/edit/internal/frame_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scene/edit/internal/jump_keys.h"

namespace skelter {
namespace {

constexpr double kShortestClip_s = 0.1;

bool is_same_time(double a_s, double b_s) {
  return is_jump(std::min(a_s, b_s), std::max(a_s, b_s));
}

// Number of distinct key times; stops counting at three.
int count_times(const Clip& clip) {
  const double *first = nullptr, *second = nullptr;
  for (const Channel& channel : clip.channels)
    for (const double& time_s : channel.times_s) {
      if (first == nullptr) first = &time_s;
      if (is_same_time(time_s, *first)) continue;
      if (second == nullptr) second = &time_s;
      if (!is_same_time(time_s, *second)) return 3;
    }
  return first == nullptr ? 0 : second == nullptr ? 1 : 2;
}

}  // namespace

double key_step_s(const Clip& clip) {
  std::vector<double> steps_s;
  for (const Channel& channel : clip.channels)
    for (std::size_t k = 1; k < channel.times_s.size(); ++k)
      if (!is_jump(channel.times_s[k - 1], channel.times_s[k]))
        steps_s.push_back(channel.times_s[k] - channel.times_s[k - 1]);
  if (steps_s.empty()) return 0;
  const auto middle = steps_s.begin() + static_cast<std::ptrdiff_t>(steps_s.size() / 2);
  std::nth_element(steps_s.begin(), middle, steps_s.end());
  return *middle;
}

double keys_per_second(const Scene& scene, const Clip& clip) {
  const double step_s = key_step_s(clip);
  const double rate = step_s > 0 ? 1 / step_s : 0;
  const bool rate_assumed = clip.ticks_per_second.has_value() && !scene.ticks_in_file;
  return clip.duration_s < kShortestClip_s && rate_assumed ? std::max(rate, *clip.ticks_per_second) : rate;
}

bool has_frame_numbers(const Scene& scene) {
  bool any = false;
  for (const Clip& clip : scene.clips) {
    if (count_times(clip) < 2) continue;
    if (keys_per_second(scene, clip) <= kMaxKeysPerSecond) return false;
    any = true;
  }
  return any;
}

bool is_switch(const Clip& clip) {
  if (!clip.ticks_per_second || count_times(clip) != 2) return false;
  const double last_frame = std::round(clip.duration_s * *clip.ticks_per_second);
  return last_frame >= 1 && last_frame / kFrameNumbersPerSecond < kShortestSeen_s;
}

}  // namespace skelter
