#include "load/internal/timeline.h"

#include <algorithm>
#include <cmath>

#include "load/internal/tracks.h"

namespace skelter {
namespace {

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

// Ping-pong has a period of twice the range. In the second half the clip plays backward.
void play_pingpong(Timeline& timeline, double distance_s, const PlayRange& range) {
  const double length = range.to_s - range.from_s;
  const double into = timeline.time_s - range.from_s;
  const double phase = std::fmod((timeline.backward ? 2 * length - into : into) + distance_s, 2 * length);
  timeline.backward = phase > length;
  timeline.time_s = range.from_s + (timeline.backward ? 2 * length - phase : phase);
}

}  // namespace

PlayRange Timeline::range(double duration_s) const {
  const double from = std::clamp(from_s.value_or(0), 0.0, duration_s);
  const double to = std::clamp(to_s.value_or(duration_s), 0.0, duration_s);
  return {std::min(from, to), std::max(from, to)};
}

double Timeline::seconds(double step_s) const {
  return playing ? step_s * std::clamp(speed, kSlowest, kFastest) : 0;
}

void Timeline::advance(double step_s, double duration_s) {
  if (!playing) return;
  const PlayRange played = range(duration_s);
  time_s = std::clamp(time_s, played.from_s, played.to_s);
  if (!(played.to_s > played.from_s)) return;
  const double distance_s = seconds(step_s), to_go_s = backward ? -distance_s : distance_s;
  switch (loop) {
    case Loop::as_made:
    case Loop::once:
      return play_once(*this, to_go_s, played);
    case Loop::loop:
      return play_loop(*this, to_go_s, played);
    case Loop::pingpong:
      return play_pingpong(*this, distance_s, played);
  }
}

void Timeline::advance(double step_s) {
  time_s += seconds(step_s);
}

void Timeline::advance(Tracks& tracks, double step_s) const {
  const double dt_s = seconds(step_s);
  tracks.time_s += dt_s;
  for (TrackState& track : tracks.tracks)
    if (track.enabled) track.position_s += dt_s * track.speed;
  update_weights(tracks);
}

void Timeline::step(double by_s) {
  playing = false;
  time_s += by_s;
}

}  // namespace skelter
