#pragma once
// Two keys at one time form a jump. Key times of a scene increase strictly, so the earlier key is placed
// slightly before the time, and the later key applies from the time on.

#include <cstddef>
#include <vector>

namespace skelter {

// Distance between the two keys, relative to the time: 16 times the resolution of a double, so that scaling
// keeps the order.
inline constexpr double kJumpGap = 0x1p-48;

// The time of the earlier of two keys at `time_s`. Unchanged for 0, as nothing comes before it.
inline double just_before(double time_s) {
  return time_s - (time_s < 0 ? -time_s : time_s) * kJumpGap;
}

// Makes the earlier of two equal times the side before a jump. `times_s` increase otherwise.
inline void separate_equal(std::vector<double>& times_s) {
  for (std::size_t key = 1; key < times_s.size(); ++key)
    if (times_s[key - 1] == times_s[key]) times_s[key - 1] = just_before(times_s[key]);
}

// Whether two key times are the two sides of such a jump rather than a part of the motion.
inline bool is_jump(double before_s, double time_s) {
  return time_s - before_s <= 4 * kJumpGap * (time_s < 0 ? -time_s : time_s);
}

}  // namespace skelter
