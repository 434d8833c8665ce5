#include "skelter/runtime/skin.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/jobs/palette_job.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
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

Problem PaletteJob::validate() const {
  const auto refuse = [](const char* what) { return Problem{Status::invalid_argument, what}; };
  if (skin == nullptr) return refuse("the skin is missing");
  if (out_palette.size() < skin->size()) return refuse("out_palette is too short");
  if (skin->joint_from_mesh.size() != skin->size())
    return refuse("the skin does not have one matrix per joint");
  if (skeleton != nullptr && skin->skeleton_hash != skeleton->hash)
    return refuse("the skin was made for a different skeleton");
  std::uint32_t highest = 0;
  for (const std::uint16_t joint : skin->joints) highest = HWY_MAX(highest, joint + 1u);
  return model_from_joint.size() >= highest ? Problem{} : refuse("model_from_joint is too short");
}

Status PaletteJob::run() const {
  if (const Problem problem = validate(); !problem.ok()) return problem;
  HWY_DYNAMIC_DISPATCH(palette_of)(*this);
  return Status::ok;
}

}  // namespace skelter
#endif
