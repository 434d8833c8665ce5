#include "skelter/crowd/crowd_interpolate.h"

#include <algorithm>

#include "crowd/internal/interpolate_plain.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "crowd/crowd_interpolate.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace skelter::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

using scalar::interpolate;

#else

namespace hn = hwy::HWY_NAMESPACE;

// Mixes with two products, so that both ends are exact.
template <class D>
HWY_INLINE void mix(D d, const float* from, const float* to, float ratio, float* out) {
  const auto start = hn::Mul(hn::Set(d, 1 - ratio), hn::LoadU(d, from));
  hn::StoreU(hn::MulAdd(hn::Set(d, ratio), hn::LoadU(d, to), start), d, out);
}

void interpolate(const Affine* from, const Affine* to, float ratio, std::uint32_t count, Affine* out) {
  const hn::CappedTag<float, 8> wide;
  const hn::CappedTag<float, 4> narrow;
  const float* const a = &from->m[0][0];
  const float* const b = &to->m[0][0];
  float* const r = &out->m[0][0];
  const std::size_t floats = std::size_t{12} * count;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= floats; i += hn::Lanes(wide)) mix(wide, a + i, b + i, ratio, r + i);
  for (; i < floats; i += hn::Lanes(narrow)) mix(narrow, a + i, b + i, ratio, r + i);
}

#endif

}  // namespace skelter::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(interpolate);

namespace {

constexpr std::uint32_t kMixesPerTask = 64;

void mix_one(const CrowdInterpolateJob& job, const CrowdMix& m) {
  const Affine* const from = job.poses.data() + m.first_from;
  const Affine* const to = job.poses.data() + m.first_to;
  HWY_DYNAMIC_DISPATCH(interpolate)(from, to, m.ratio, m.count, job.out_matrices.data() + m.first_output);
}

void run_interpolation_task(void* context, std::uint32_t item, std::uint32_t /*worker*/) {
  const auto& job = *static_cast<const CrowdInterpolateJob*>(context);
  const auto count = static_cast<std::uint32_t>(job.mixes.size());
  const std::uint32_t first = item * kMixesPerTask;
  for (const CrowdMix& m : job.mixes.subspan(first, std::min(kMixesPerTask, count - first))) mix_one(job, m);
}

bool fits(std::uint32_t first, std::uint32_t count, std::size_t size) {
  return std::uint64_t{first} + count <= size;
}

}  // namespace

namespace scalar {

void interpolate(const Affine* from, const Affine* to, float ratio, std::uint32_t count, Affine* out) {
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        out[i].m[row][column] = ratio * to[i].m[row][column] + (1 - ratio) * from[i].m[row][column];
}

}  // namespace scalar

Status CrowdInterpolateJob::validate() const {
  if (tasks.run == nullptr || tasks.workers == 0) return Status::invalid_argument;
  for (const CrowdMix& mix : mixes) {
    if (!fits(mix.first_from, mix.count, poses.size()) || !fits(mix.first_to, mix.count, poses.size()) ||
        !fits(mix.first_output, mix.count, out_matrices.size()) || !(mix.ratio >= 0 && mix.ratio <= 1))
      return Status::invalid_argument;
  }
  return Status::ok;
}

Status CrowdInterpolateJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  CrowdInterpolateJob job = *this;
  const auto count = static_cast<std::uint32_t>(mixes.size());
  tasks.run(tasks.self, (count + kMixesPerTask - 1) / kMixesPerTask, run_interpolation_task, &job);
  return Status::ok;
}

}  // namespace skelter
#endif  // HWY_ONCE
