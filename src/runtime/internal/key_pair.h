#pragma once
// The two keys around a time: for keyed and scalar tracks, and for the compiler.

#include <algorithm>
#include <cstddef>
#include <span>

namespace skelter {

struct KeyPair {
  std::size_t first = 0,
              second = 0;  // equal to `first` before the first key, after the last, and for stepped keys
  bool between() const { return second != first; }
  // 0 at the first key, and below 1. Computed in type T.
  template <class T>
  T ratio(std::span<const float> times_s, float time_s) const {
    return (T{time_s} - T{times_s[first]}) / (T{times_s[second]} - T{times_s[first]});
  }
};

// Precondition: `times_s` is not empty and strictly increasing.
inline KeyPair find_key_pair(std::span<const float> times_s, float time_s, bool stepped) {
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times_s.begin(), times_s.end(), time_s) - times_s.begin());
  const std::size_t first = after == 0 ? 0 : after - 1;
  return {first, after == 0 || after == times_s.size() || stepped ? first : after};
}

}  // namespace skelter
