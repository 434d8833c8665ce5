#include "skelter/runtime/local_to_model_job.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "runtime/jobs/local_to_model_job.cpp"
#include <hwy/foreach_target.h>
// Must come after foreach_target.h.
#include "runtime/internal/matrix_kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace skelter {
namespace HWY_NAMESPACE {
void model_from_local(const LocalToModelJob& job) {
  local_to_model(job);
}
}  // namespace HWY_NAMESPACE
}  // namespace skelter
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace skelter {

HWY_EXPORT(model_from_local);

Status LocalToModelJob::validate() const {
  if (skeleton == nullptr) return Status::invalid_argument;
  const std::uint32_t joints = skeleton->joint_count();
  const std::uint32_t to = end == 0 ? joints : end;
  if (to > joints || begin > to) return Status::invalid_argument;
  const bool fits = local_pose.size() >= blocks_for(to) && out_model_from_joint.size() >= to;
  return fits ? Status::ok : Status::invalid_argument;
}

Status LocalToModelJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  HWY_DYNAMIC_DISPATCH(model_from_local)(*this);
  return Status::ok;
}

}  // namespace skelter
#endif
