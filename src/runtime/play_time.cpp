#include "skelter/runtime/clip.h"

#include <cmath>

namespace skelter {

Status check_play_time(const ClipView& clip, Loop loop, double time_s) {
  if (!std::isfinite(time_s)) return Status::invalid_argument;
  if (loop_of(clip, loop) == Loop::once) return Status::ok;
  const double rounds = std::abs(std::floor(time_s / static_cast<double>(clip.duration_s)));
  return rounds < static_cast<double>(kMaxCycles) ? Status::ok : Status::limit_exceeded;
}

}  // namespace skelter
