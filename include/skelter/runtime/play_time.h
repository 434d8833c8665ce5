#pragma once
// Play times of clips (math/play_time.h). Root motion and events read them with their whole rounds; sampling
// a pose needs only the time inside one round.

#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// as_made as the clip was made; once for a clip of duration 0.
inline Loop loop_of(const ClipView& clip, Loop loop) {
  if (!(clip.duration_s > 0)) return Loop::once;
  return loop != Loop::as_made ? loop : clip.loops() ? Loop::loop : Loop::once;
}

inline PlayTime find_play_time(const ClipView& clip, Loop loop, double time_s) {
  return fold_time(time_s, clip.duration_s, loop_of(clip, loop));
}

// For what counts rounds. invalid_argument: the time is not finite; limit_exceeded: it is more than
// kMaxRounds away from 0.
Status check_play_time(const ClipView& clip, Loop loop, double time_s);

}  // namespace skelter
