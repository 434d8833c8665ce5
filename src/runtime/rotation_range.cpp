#include "runtime/rotation_range.h"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/rotation_range.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

// Products of four numbers of 16 bits: 64 bits hold any sum.
std::int32_t dot_of(const std::int16_t* a, const std::int16_t* b, std::size_t lane) {
  std::int64_t sum = 0;
  for (std::size_t row = 0; row < 4; ++row) {
    const std::size_t at = element_index(PartFormat::packed, PartKind::rotation, row, lane);
    sum += std::int64_t{a[at]} * b[at];
  }
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(sum, INT32_MIN, INT32_MAX));
}

RotationRange rotation_range(const std::byte* at, std::size_t stride, std::uint32_t frames) {
  RotationRange range{INT32_MAX, INT32_MIN, INT32_MAX};
  std::int16_t before[32], now[32];
  std::memcpy(before, at, sizeof before);
  for (std::uint32_t frame = 0; frame < frames; ++frame, at += stride) {
    std::memcpy(now, at, sizeof now);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::int32_t square = dot_of(now, now, lane);
      range.least_square = std::min(range.least_square, square);
      range.largest_square = std::max(range.largest_square, square);
      range.least_dot = std::min(range.least_dot, dot_of(now, before, lane));
    }
    std::memcpy(before, now, sizeof before);
  }
  return range;
}

#else

namespace hn = hwy::HWY_NAMESPACE;
using ShortTag = hn::CappedTag<std::int16_t, 16>;
using IntTag = hn::RepartitionToWide<ShortTag>;
using Shorts = hn::Vec<ShortTag>;
using Ints = hn::Vec<IntTag>;

// Four components of some joints: x with z and y with w, as neighbours.
struct Pairs {
  Shorts xz, yw;
};

HWY_INLINE Pairs load_pairs(const std::byte* at, std::size_t lane) {
  const ShortTag d;
  const auto* numbers = reinterpret_cast<const std::int16_t*>(at) + 2 * lane;
  const Shorts xy = hn::LoadU(d, numbers), zw = hn::LoadU(d, numbers + 16);
  return {hn::InterleaveLower(d, xy, zw), hn::InterleaveUpper(d, xy, zw)};
}

// Four numbers of 16 bits at their lowest square to 2^32, which wraps to 0: no sum outside the 32 bits comes
// back inside the range of unit rotations.
HWY_INLINE Ints dot(const Pairs& a, const Pairs& b) {
  const IntTag d;
  Ints odd = hn::Zero(d);
  const Ints xz = hn::ReorderWidenMulAccumulate(d, a.xz, b.xz, hn::Zero(d), odd);
  const Ints even = hn::ReorderWidenMulAccumulate(d, a.yw, b.yw, xz, odd);
  return hn::RearrangeToOddPlusEven(even, odd);
}

RotationRange rotation_range(const std::byte* at, std::size_t stride, std::uint32_t frames) {
  const IntTag d;
  Ints least = hn::Set(d, INT32_MAX), largest = hn::Set(d, INT32_MIN), least_dot = least;
  for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
    Pairs before = load_pairs(at, lane);
    const std::byte* frame_at = at;
    for (std::uint32_t frame = 0; frame < frames; ++frame, frame_at += stride) {
      const Pairs now = load_pairs(frame_at, lane);
      const Ints square = dot(now, now);
      least = hn::Min(least, square);
      largest = hn::Max(largest, square);
      least_dot = hn::Min(least_dot, dot(now, before));
      before = now;
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
  return HWY_DYNAMIC_DISPATCH(rotation_range)(clip.frames.data() + part.data, clip.frame_stride,
                                              clip.frame_count);
}

}  // namespace skelter
#endif  // HWY_ONCE
