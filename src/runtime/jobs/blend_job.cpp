#include "skelter/runtime/blend_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/jobs/blend_job.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "runtime/internal/pose_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {
void blend(const BlendJob& job) {
  blend_blocks(job);
}
void difference(std::span<const SoaTransform> pose, std::span<const SoaTransform> reference,
                std::span<SoaTransform> out_difference) {
  difference_blocks(pose, reference, out_difference);
}
}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <cmath>

namespace skelter {

HWY_EXPORT(blend);
HWY_EXPORT(difference);

namespace {

bool fits(const BlendLayer& layer, std::uint32_t blocks) {
  return std::isfinite(layer.weight) && layer.local_pose.size() >= blocks &&
         (layer.joint_weights.empty() || layer.joint_weights.size() >= std::size_t{kLanes} * blocks);
}

}  // namespace

Status BlendJob::validate() const {
  if (skeleton == nullptr || block_count > skeleton->block_count()) return Status::invalid_argument;
  // The inverse of the threshold must be finite, so tiny thresholds are rejected.
  if (!(std::isnormal(threshold) && threshold > 0)) return Status::invalid_argument;
  const std::uint32_t blocks = block_count == 0 ? skeleton->block_count() : block_count;
  if (out_local_pose.size() < blocks) return Status::invalid_argument;
  for (const BlendLayer& layer : layers)
    if (!fits(layer, blocks) || layer.weight < 0) return Status::invalid_argument;
  for (const BlendLayer& layer : additive_layers)
    if (!fits(layer, blocks)) return Status::invalid_argument;
  return Status::ok;
}

Status BlendJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  HWY_DYNAMIC_DISPATCH(blend)(*this);
  return Status::ok;
}

Status pose_difference(std::span<const SoaTransform> pose, std::span<const SoaTransform> reference,
                       std::span<SoaTransform> out_difference) {
  if (reference.size() != pose.size() || out_difference.size() != pose.size())
    return Status::invalid_argument;
  HWY_DYNAMIC_DISPATCH(difference)(pose, reference, out_difference);
  return Status::ok;
}

}  // namespace skelter
#endif
