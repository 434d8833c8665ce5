#include "viewer/internal/timeline.h"

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr double kDefaultRate = 30;
constexpr double kFrameRounding = 1e-6;  // of a frame: a time this close to a frame is on it

void play_loop(Timeline& timeline, double to_go_s, const PlayRange& range) {
  const double length = range.to_s - range.from_s;
  double at = std::fmod(timeline.time_s + to_go_s - range.from_s, length);
  if (at < 0) at += length;
  timeline.time_s = range.from_s + at;
}

void play_once(Timeline& timeline, double to_go_s, const PlayRange& range) {
  const double wanted = timeline.time_s + to_go_s;
  timeline.time_s = std::clamp(wanted, range.from_s, range.to_s);
  if (wanted != timeline.time_s) timeline.playing = false;
}

// There and back is a wave of twice the length; on its second half the clip runs the other way.
void play_pingpong(Timeline& timeline, double distance_s, const PlayRange& range) {
  const double length = range.to_s - range.from_s;
  const double into = timeline.time_s - range.from_s;
  const double phase = std::fmod((timeline.backward ? 2 * length - into : into) + distance_s, 2 * length);
  timeline.backward = phase > length;
  timeline.time_s = range.from_s + (timeline.backward ? 2 * length - phase : phase);
}

}  // namespace

PlayRange play_range(const Timeline& timeline, double duration_s) {
  const double from_s = std::clamp(timeline.from_s.value_or(0), 0.0, duration_s);
  const double to_s = std::clamp(timeline.to_s.value_or(duration_s), 0.0, duration_s);
  return {std::min(from_s, to_s), std::max(from_s, to_s)};
}

void advance(Timeline& timeline, double step_s, double duration_s) {
  if (!timeline.playing) return;
  const PlayRange range = play_range(timeline, duration_s);
  timeline.time_s = std::clamp(timeline.time_s, range.from_s, range.to_s);
  if (!(range.to_s > range.from_s)) return;
  const double distance_s = step_s * std::clamp(timeline.speed, Timeline::kSlowest, Timeline::kFastest);
  const double to_go_s = timeline.backward ? -distance_s : distance_s;
  switch (timeline.loop) {
    case LoopMode::once:
      return play_once(timeline, to_go_s, range);
    case LoopMode::loop:
      return play_loop(timeline, to_go_s, range);
    case LoopMode::pingpong:
      return play_pingpong(timeline, distance_s, range);
  }
}

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
  // Keys in milliseconds or ticks are a little off the frames that their author saw.
  const double whole = std::round(rate);
  return std::abs(rate - whole) < 0.02 * rate ? whole : rate;
}

}  // namespace skelter
