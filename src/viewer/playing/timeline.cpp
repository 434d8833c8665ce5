#include "viewer/playing/internal/timeline.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr double kDefaultRate = 30;
constexpr double kFrameRounding = 1e-6;  // in frames: a time this close to a frame counts as that frame

}  // namespace

void step_frames(Timeline& timeline, int frames, double rate, double duration_s) {
  timeline.playing = false;
  const double at = timeline.time_s * rate;
  const double here = std::round(at);
  double from = here;
  if (std::abs(at - here) > kFrameRounding) from = frames > 0 ? std::floor(at) : std::ceil(at);
  seek(timeline, (from + frames) / rate, duration_s);
}

void seek(Timeline& timeline, double time_s, double duration_s) {
  timeline.time_s = std::clamp(time_s, 0.0, duration_s);
}

std::vector<double> key_times(const Clip& clip, std::uint32_t node) {
  std::vector<double> times;
  for (const Channel& channel : clip.channels)
    if (node == kNone || clip.targets[channel.target].node == node)
      times.insert(times.end(), channel.times_s.begin(), channel.times_s.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

double frames_per_second(const Clip& clip) {
  const std::vector<double> times = key_times(clip);
  double smallest = INFINITY;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (times[i] - times[i - 1] > 1e-6) smallest = std::min(smallest, times[i] - times[i - 1]);
  const double rate = 1 / smallest;
  if (!(rate >= 1 && rate <= 240.5)) return kDefaultRate;
  // Keys in milliseconds or ticks deviate slightly from the author's frames.
  const double whole = std::round(rate);
  return std::abs(rate - whole) < 0.02 * rate ? whole : rate;
}

}  // namespace skelter
