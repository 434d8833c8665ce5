#include "skelter/runtime/play_time.h"

#include <algorithm>
#include <cmath>

namespace skelter {

bool plays_in_loop(const ClipView& clip, PlayMode mode) {
  if (!(clip.duration_s > 0)) return false;
  return mode == PlayMode::loop || (mode == PlayMode::as_made && clip.loops());
}

Status find_play_time(const ClipView& clip, PlayMode mode, double time_s, PlayTime& out) {
  if (!std::isfinite(time_s)) return Status::invalid_argument;
  const double duration = clip.duration_s;
  if (!plays_in_loop(clip, mode)) {
    out = {0, std::clamp(time_s, 0.0, std::max(duration, 0.0))};
    return Status::ok;
  }
  double round = std::floor(time_s / duration);
  if (!(std::abs(round) < static_cast<double>(kMaxRounds))) return Status::limit_exceeded;
  // The quotient of a time just below a seam may have been rounded up to it; the product is exact.
  if (round * duration > time_s) --round;
  out = {static_cast<std::int64_t>(round), std::clamp(time_s - round * duration, 0.0, duration)};
  return Status::ok;
}

}  // namespace skelter
