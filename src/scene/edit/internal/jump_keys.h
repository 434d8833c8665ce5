#pragma once
// Two keys at the same time form a jump. Key times in a scene strictly increase, so the earlier key is placed
// slightly before that time, and the later key applies from that time on.

#include <cstddef>
#include <vector>

namespace skelter {

// Distance between the two keys, relative to the time: 16 times the resolution of a double, so that scaling
// preserves the order.
inline constexpr double kJumpGap = 0x1p-48;

// Returns the time of the earlier of two keys at `time_s`. Time 0 stays unchanged, because no time precedes
// it.
inline double just_before(double time_s) {
  return time_s - (time_s < 0 ? -time_s : time_s) * kJumpGap;
}

// Moves the earlier of two equal times to just before the jump. Precondition: `times_s` do not decrease.
inline void separate_equal(std::vector<double>& times_s) {
  for (std::size_t key = 1; key < times_s.size(); ++key)
    if (times_s[key - 1] == times_s[key]) times_s[key - 1] = just_before(times_s[key]);
}

// Whether two key times are the two sides of a jump rather than part of the motion.
inline bool is_jump(double before_s, double time_s) {
  return time_s - before_s <= 4 * kJumpGap * (time_s < 0 ? -time_s : time_s);
}

}  // namespace skelter
