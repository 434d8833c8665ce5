#pragma once
// Play time: the clock of something that plays, a double that may run for hours, backwards, and below zero;
// how it is folded into the time of a clip.

#include <cstdint>

namespace skelter {

enum class Loop : std::uint8_t {
  as_made,   // loop if it was made to be repeated, else once
  once,      // before 0 it waits at the beginning, after the duration at the end
  loop,      // the end is followed by the beginning
  pingpong,  // there and back again
};

// Rounds that may be counted from time 0, in both directions. So far the start of every round of a float's
// duration, round * duration_s, is exact in double: a float's 24 bits times 29.
inline constexpr std::int64_t kMaxRounds = std::int64_t{1} << 29;

struct PlayTime {
  std::int64_t round = 0;  // of once 0; of pingpong each way is a round, every second one goes back
  double in_round_s = 0;   // where the clip is: 0 to duration_s, which loops only reach by rounding
};

// The one way in which a time is folded. With k = floor(time_s / duration_s):
//   once, as_made  round 0, time_s clamped to 0 and duration_s (only a clip knows how it was made)
//   loop           round k, time_s - k * duration_s
//   pingpong       the same where k is even, duration_s minus that where it is odd
// A duration that is not above 0, a time that is not a number, and in rounds one that is infinite or has no
// digits left inside a round (2^53 of them from 0): round 0, time 0.
PlayTime fold_time(double time_s, double duration_s, Loop loop);

}  // namespace skelter
