#pragma once
// Play time: the clock of a playing clip, a double that may run for hours, backward, and below zero.
// fold_time maps it to clip time.

#include <cstdint>

namespace skelter {

enum class Loop : std::uint8_t {
  as_made,   // loop if the clip was made to loop, else once
  once,      // holds the first frame before 0 and the last frame after the duration
  loop,      // starts again after the end
  pingpong,  // plays forward and backward in turn
};

// Maximum number of cycles from time 0, in both directions. Up to this limit the start of every cycle, cycle
// * duration_s, is exact in double, because a float's 24 bits plus 29 bits fit into its 53 bits.
inline constexpr std::int64_t kMaxCycles = std::int64_t{1} << 29;

struct PlayTime {
  std::int64_t cycle = 0;  // 0 for once; in pingpong each direction is a cycle, and odd cycles run backward
  double in_cycle_s = 0;   // clip time, 0 to duration_s; loops reach duration_s only by rounding
};

// Folds a play time into a clip time; all code uses this function. With k = floor(time_s / duration_s):
//   once, as_made  cycle 0, time_s clamped to 0 and duration_s (only a clip knows how it was made)
//   loop           cycle k, time_s - k * duration_s
//   pingpong       like loop if k is even; duration_s minus that time if k is odd
// Returns cycle 0, time 0 for a duration that is not above 0 and for a NaN time. Loop and pingpong also
// return that for an infinite time, and for a time that has no digits left inside a cycle (2^53 cycles from
// 0).
PlayTime fold_time(double time_s, double duration_s, Loop loop);

}  // namespace skelter
