#pragma once
// Finds the grid of a clip's keys: the rate at which an animator or exporter created them.

#include <cstddef>
#include <vector>

namespace skelter {

// Distinct key times of a clip in ascending order, and the number of keys at each time.
struct KeyTimes {
  std::vector<double> times_s;
  std::vector<std::size_t> keys;
};
KeyTimes key_times(std::vector<double> times_s);
// Returns the union of the key times, with the key counts added up.
KeyTimes merged(const KeyTimes& a, const KeyTimes& b);

// Returns the lowest rate, in hertz, with samples at 97 % of the key times. Times must not be negative.
// `ticks_per_second`: 0 if unknown. Without a common grid, returns the rate of the most frequent key
// distance, limited to the highest useful rate. Without keys, returns 30.
double detect_sample_rate(const KeyTimes& keys, double ticks_per_second);

// Returns the rate, in hertz, at which a clip has 4 frames per distinct key time, or 10,000 frames if that is
// more. Higher rates do not improve clips with a few sparse keys. Infinite if there is no key after time 0.
double highest_useful_rate(const KeyTimes& keys);

// Returns the frame times of a clip: frame f at f / rate, the last one at the duration. There is at least one
// frame.
std::vector<double> frame_times(double duration_s, double sample_rate_hz);

}  // namespace skelter
