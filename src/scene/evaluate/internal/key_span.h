#pragma once
// Finds the keys around a time, for channels and for keyframed sets. The runtime has its own search, so that
// it shares no code with the evaluation that its tests compare it with.

#include <algorithm>
#include <cstddef>

namespace skelter {

// Position of a time between two keys, with ratio 0 at `first`. Clamped before the first and after the last
// key.
struct KeySpan {
  std::size_t first = 0, second = 0;
  double ratio = 0;
  double length = 0;  // time between the two keys
};

// `time_of(key)` must not decrease from key to key. If several keys have the same time, the last one is used.
// Precondition: `keys` is not empty.
template <class Keys, class TimeOf>
KeySpan find_keys(const Keys& keys, double time, TimeOf time_of) {
  const auto after = std::upper_bound(keys.begin(), keys.end(), time,
                                      [&](double t, const auto& key) { return t < time_of(key); });
  if (after == keys.begin()) return {};
  const auto first = static_cast<std::size_t>(after - keys.begin()) - 1;
  if (after == keys.end()) return {first, first, 0, 0};
  // `after` is later than `time`, which is not before `first`, so the length is not 0.
  const double length = time_of(*after) - time_of(keys[first]);
  return {first, first + 1, (time - time_of(keys[first])) / length, length};
}

}  // namespace skelter
