#include "runtime/rotation_range.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/rotation_range.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>
//
#include "runtime/internal/format/clip_records.h"
#include "runtime/internal/pose_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

struct Component4 {
  float numbers[4];
};
Component4 rotation_at(const ClipView& clip, const ClipPart& part, std::uint32_t frame, std::size_t lane) {
  const float* offsets = &clip.constants[part.range];
  const ClipRate& rate = clip.rates[part.rate];
  const std::byte* at = clip.frames.data() + rate.begin + std::size_t{frame} * rate.stride + part.data;
  Component4 q;
  for (std::size_t row = 0; row < 4; ++row)
    q.numbers[row] =
        offsets[row * kLanes + lane] +
        offsets[4 * kLanes + lane] * static_cast<float>(packed_number(clip, part, at, row, lane));
  return q;
}
float dot_of(const Component4& a, const Component4& b) {
  float sum = 0;
  for (std::size_t row = 0; row < 4; ++row) sum += a.numbers[row] * b.numbers[row];
  return sum;
}

RotationRange rotation_range(const ClipView& clip, const ClipPart& part) {
  constexpr float kMax = std::numeric_limits<float>::max();
  RotationRange range{kMax, -kMax, kMax};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    Component4 before = rotation_at(clip, part, 0, lane);
    for (std::uint32_t frame = 0; frame < frames_of(clip, clip.rates[part.rate]); ++frame) {
      const Component4 now = rotation_at(clip, part, frame, lane);
      const float square = dot_of(now, now);
      range.least_square = std::min(range.least_square, square);
      range.largest_square = std::max(range.largest_square, square);
      range.least_dot = std::min(range.least_dot, dot_of(now, before));
      before = now;
    }
  }
  return range;
}

#else

RotationRange rotation_range(const ClipView& clip, const ClipPart& part) {
  const FloatTag d;
  const ClipRate& rate = clip.rates[part.rate];
  const Floats most = hn::Set(d, std::numeric_limits<float>::max());
  Floats least = most, largest = hn::Neg(most), least_dot = most;
  for (std::size_t lane = 0; lane < kLanes; lane += kStep) {
    // Decodes one frame at a time: the second frame of the mix has no weight.
    FrameMix mix = mix_of(clip, rate, {});
    mix.frame1 = mix.frame0;
    Rotation before = packed_rotation(clip, part, mix, lane);
    for (std::uint32_t frame = 0; frame < frames_of(clip, rate); ++frame) {
      const Rotation now = packed_rotation(clip, part, mix, lane);
      const Floats square = dot(now, now);
      least = hn::Min(least, square);
      largest = hn::Max(largest, square);
      least_dot = hn::Min(least_dot, dot(now, before));
      before = now;
      mix.frame0 += rate.stride;
      mix.frame1 = mix.frame0;
    }
  }
  return {hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, largest)),
          hn::GetLane(hn::MinOfLanes(d, least_dot))};
}

#endif

}  // namespace skelter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(rotation_range);

RotationRange packed_rotation_range(const ClipView& clip, const ClipPart& part) {
  return HWY_DYNAMIC_DISPATCH(rotation_range)(clip, part);
}

}  // namespace skelter
#endif  // HWY_ONCE
