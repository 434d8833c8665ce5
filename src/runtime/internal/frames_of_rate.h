#pragma once
// find_frames for a rate, inlined for kernels: a call would cost as much as sampling a joint.

#include <algorithm>
#include <array>
#include <cstdint>

#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// 1 / divisor, because a division costs as much as sampling a joint.
inline constexpr auto kInverseDivisors = [] {
  std::array<double, kMaxDivisor + 1> inverse{};
  for (std::size_t divisor = 1; divisor <= kMaxDivisor; ++divisor)
    inverse[divisor] = 1 / static_cast<double>(divisor);
  return inverse;
}();

inline FramePair frames_of_rate(const ClipView& clip, const ClipRate& rate, FramePair all) {
  if (rate.divisor == 1 || clip.frame_count < 2) return all;
  const std::uint32_t last_first = clip.frame_count - 2;
  const double inverse = kInverseDivisors[rate.divisor];
  FramePair pair;
  pair.first = static_cast<std::uint32_t>((all.first + 0.5) * inverse);
  // In intervals between all frames; the last interval may be shorter.
  double until = all.weight1 * (1.0 / 32767);
  const std::uint32_t begin = pair.first * rate.divisor;
  double ratio;
  if (begin + rate.divisor <= last_first) {
    ratio = (all.first - begin + until) * inverse;
  } else {
    const double last = double{clip.last_interval_s} * clip.sample_rate_hz;
    if (all.first == last_first) until *= last;
    ratio = (all.first - begin + until) / (last_first - begin + last);
  }
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): never negative, and lround would be a call per sample
  pair.weight1 = static_cast<std::int32_t>(std::min(ratio, 1.0) * 32767 + 0.5);
  return pair;
}

}  // namespace skelter
