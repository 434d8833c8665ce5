#pragma once
// Play time: the clock of one playing clip, a double that may run for hours, backwards, and below zero. Root
// motion and events read it with its whole rounds; sampling a pose needs only the time inside one round.

#include <cstdint>

#include "skelter/core/status.h"
#include "skelter/runtime/clip.h"

namespace skelter {

enum class PlayMode : std::uint8_t {
  as_made,  // loop if the clip was made to be repeated (ClipView::loops), else once
  loop,
  once,  // before 0 it stands at 0, after the duration at the duration
};

// Rounds that may be counted from time 0, in both directions. So far the start of every round,
// round * duration_s, is exact in double: a float's 24 bits times 29.
inline constexpr std::int64_t kMaxRounds = std::int64_t{1} << 29;

// time_s = round * duration_s + in_round_s, with 0 <= in_round_s <= duration_s (below it in every looping
// clip, up to rounding).
struct PlayTime {
  std::int64_t round = 0;  // 0 in clips that do not loop
  double in_round_s = 0;   // clamped to the clip in clips that do not loop
};

// A clip of duration 0 does not loop.
bool plays_in_loop(const ClipView& clip, PlayMode mode);

// invalid_argument: time_s is not finite; limit_exceeded: more than kMaxRounds away from 0.
Status find_play_time(const ClipView& clip, PlayMode mode, double time_s, PlayTime& out);

}  // namespace skelter
