#include "skelter/runtime/skin.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/palette_job.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.
#include "runtime/internal/matrix_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {
void palette_of(const PaletteJob& job) {
  palette(job);
}
}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(palette_of);

Status PaletteJob::validate() const {
  if (skin == nullptr || out_palette.size() < skin->size()) return Status::invalid_argument;
  if (skin->joint_from_mesh.size() != skin->joints.size()) return Status::invalid_argument;
  std::uint32_t highest = 0;
  for (const std::uint16_t joint : skin->joints) highest = HWY_MAX(highest, joint + 1u);
  return model_from_joint.size() >= highest ? Status::ok : Status::invalid_argument;
}

Status PaletteJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  HWY_DYNAMIC_DISPATCH(palette_of)(*this);
  return Status::ok;
}

}  // namespace skelter
#endif
