#pragma once
// The grid of a clip's keys: the rate at which an animator or an exporter made them.

#include <cstddef>
#include <vector>

namespace skelter {

// When a clip has keys: distinct times, rising, and how many keys each has.
struct KeyTimes {
  std::vector<double> times_s;
  std::vector<std::size_t> keys;
};
KeyTimes key_times(std::vector<double> times_s);
// Those of two together.
KeyTimes merged(const KeyTimes& a, const KeyTimes& b);

// The lowest rate, in hertz, whose samples meet nearly all key times (97 of 100). Times are
// not negative; `ticks_per_second`: 0 if unknown. Without a common grid the rate of the most
// frequent distance between keys, at most the highest useful one; without keys 30.
double detect_sample_rate(const KeyTimes& keys, double ticks_per_second);

// The rate, in hertz, at which a clip has 4 frames for every moment with a key, or 10,000 if those are more.
// More repeat what few keys far apart say. Infinite without a key after 0.
double highest_useful_rate(const KeyTimes& keys);

// Times of the frames of a clip: frame f at f / rate, the last one at the duration. At least one.
std::vector<double> frame_times(double duration_s, double sample_rate_hz);

}  // namespace skelter
