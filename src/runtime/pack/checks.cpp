#include "runtime/pack/checks.h"

#include <algorithm>
#include <cstring>

#include "skelter/runtime/skinned_mesh.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/pack/checks.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The largest of `count` numbers, at least 0: `vector_at` returns whole vectors of D, `number_at` single
// numbers. Four independent maxima avoid a dependency chain.
template <class D, class VectorAt, class NumberAt>
HWY_INLINE hn::TFromD<D> largest_of(D d, std::size_t count, VectorAt vector_at, NumberAt number_at) {
  const std::size_t lanes = hn::Lanes(d);
  hn::Vec<D> most[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t i = 0;
  for (; count - i >= 4 * lanes; i += 4 * lanes) {
    most[0] = hn::Max(most[0], vector_at(i));
    most[1] = hn::Max(most[1], vector_at(i + lanes));
    most[2] = hn::Max(most[2], vector_at(i + 2 * lanes));
    most[3] = hn::Max(most[3], vector_at(i + 3 * lanes));
  }
  for (; count - i >= lanes; i += lanes) most[0] = hn::Max(most[0], vector_at(i));
  const hn::Vec<D> pair = hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3]));
  hn::TFromD<D> largest = hn::GetLane(hn::MaxOfLanes(d, pair));
  for (; i < count; ++i) largest = std::max(largest, number_at(i));
  return largest;
}

template <class T>
HWY_INLINE T largest(const T* numbers, std::size_t count) {
  const hn::ScalableTag<T> d;
  return largest_of(
      d, count, [&](std::size_t i) HWY_ATTR { return hn::LoadU(d, numbers + i); },
      [&](std::size_t i) HWY_ATTR { return numbers[i]; });
}

std::uint32_t largest_32(const std::uint32_t* numbers, std::size_t count) {
  return largest(numbers, count);
}

std::uint16_t largest_16(const std::uint16_t* numbers, std::size_t count) {
  return largest(numbers, count);
}

// The bits of the number with the largest magnitude, without the sign.
std::uint32_t largest_magnitude(const float* numbers, std::size_t count) {
  constexpr std::uint32_t kMagnitude = 0x7FFFFFFFu;
  const hn::ScalableTag<std::uint32_t> d;
  const hn::ScalableTag<float> d_float;
  const auto kept = hn::Set(d, kMagnitude);
  return largest_of(
      d, count,
      [&](std::size_t i) HWY_ATTR { return hn::And(hn::BitCast(d, hn::LoadU(d_float, numbers + i)), kept); },
      [&](std::size_t i) HWY_ATTR {
        std::uint32_t bits = 0;
        std::memcpy(&bits, numbers + i, sizeof bits);
        return bits & kMagnitude;
      });
}

bool weights_in_order(const float* rows, std::uint32_t influences, std::size_t vertices) {
  const hn::CappedTag<float, kMeshBlock> d;
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0f), tolerance = hn::Set(d, kWeightSumTolerance);
  auto good = hn::Eq(zero, zero);
  for (std::size_t first = 0; first < vertices;
       first += kMeshBlock, rows += std::size_t{influences} * kMeshBlock) {
    const std::size_t present = std::min<std::size_t>(vertices - first, kMeshBlock);
    for (std::size_t lane = 0; lane < kMeshBlock; lane += hn::Lanes(d)) {
      auto sum = zero;
      for (std::uint32_t i = 0; i < influences; ++i) {
        const auto weight = hn::LoadU(d, rows + i * kMeshBlock + lane);
        good = hn::And(good, hn::And(hn::Ge(weight, zero), hn::Le(weight, one)));
        sum = hn::Add(sum, weight);
      }
      const auto absent = hn::Not(hn::FirstN(d, present > lane ? present - lane : 0));
      good = hn::And(good, hn::Or(absent, hn::Le(hn::Abs(hn::Sub(sum, one)), tolerance)));
    }
  }
  return hn::AllTrue(d, good);
}

}  // namespace skelter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(largest_32);
HWY_EXPORT(largest_16);
HWY_EXPORT(largest_magnitude);
HWY_EXPORT(weights_in_order);

bool all_finite(std::span<const float> numbers) {
  constexpr std::uint32_t kInfinity = 0x7F800000u;  // bit pattern of infinity; NaNs have larger patterns
  return HWY_DYNAMIC_DISPATCH(largest_magnitude)(numbers.data(), numbers.size()) < kInfinity;
}

bool all_below(std::span<const std::uint32_t> numbers, std::uint32_t limit) {
  return numbers.empty() || HWY_DYNAMIC_DISPATCH(largest_32)(numbers.data(), numbers.size()) < limit;
}

bool all_below(std::span<const std::uint16_t> numbers, std::uint32_t limit) {
  return numbers.empty() || HWY_DYNAMIC_DISPATCH(largest_16)(numbers.data(), numbers.size()) < limit;
}

bool weights_in_order(const float* rows, std::uint32_t influences, std::size_t vertices) {
  return HWY_DYNAMIC_DISPATCH(weights_in_order)(rows, influences, vertices);
}

}  // namespace skelter
#endif  // HWY_ONCE
