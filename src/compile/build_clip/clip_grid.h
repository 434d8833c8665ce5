#pragma once
// The grid of a clip's keys: the rate at which an animator or exporter made them.

#include <cstddef>
#include <vector>

namespace skelter {

// Distinct key times of a clip in ascending order, and the number of keys at each.
struct KeyTimes {
  std::vector<double> times_s;
  std::vector<std::size_t> keys;
};
KeyTimes key_times(std::vector<double> times_s);
// The union of two.
KeyTimes merged(const KeyTimes& a, const KeyTimes& b);

// The lowest rate, in hertz, with samples at nearly all key times (97 of 100). Times must not be negative.
// `ticks_per_second`: 0 if unknown. Without a common grid, the rate of the most frequent key distance,
// limited to the highest useful rate. Without keys, 30.
double detect_sample_rate(const KeyTimes& keys, double ticks_per_second);

// The rate, in hertz, at which a clip has 4 frames per distinct key time, or 10,000 frames if that is more.
// Higher rates add nothing to a few sparse keys. Infinite if there is no key after 0.
double highest_useful_rate(const KeyTimes& keys);

// Frame times of a clip: frame f at f / rate, the last one at the duration. At least one.
std::vector<double> frame_times(double duration_s, double sample_rate_hz);

}  // namespace skelter
