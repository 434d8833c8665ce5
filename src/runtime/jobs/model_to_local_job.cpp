#include "skelter/runtime/local_to_model_job.h"

#include <algorithm>

#include "runtime/jobs/ik_math.h"
#include "skelter/math/transform.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter {
namespace {

constexpr double kShear = 1e-4;  // fraction of the scale: more than float rounding along a chain of matrices

Transform narrowed(const Transformd& t) {
  return {to_float(t.translation), to_float(t.rotation), to_float(t.scale)};
}

}  // namespace

Status ModelToLocalJob::validate() const {
  if (skeleton == nullptr || model_from_joint.empty() == model_transforms.empty())
    return Status::invalid_argument;
  const std::uint32_t joints = skeleton->joint_count();
  const bool fits = std::max(model_from_joint.size(), model_transforms.size()) >= joints &&
                    out_local_pose.size() >= blocks_for(joints);
  return fits ? Status::ok : Status::invalid_argument;
}

Status ModelToLocalJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  const auto model_of = [&](std::uint32_t joint) {
    return model_from_joint.empty() ? to_mat4(model_transforms[joint]) : to_mat4(model_from_joint[joint]);
  };
  std::uint32_t inexact = 0;
  if (!is_finite(model_from_root)) return Status::bad_data;
  for (std::uint32_t joint = 0; joint < skeleton->joint_count(); ++joint) {
    const std::uint16_t parent = skeleton->parents[joint];
    const Mat4 above = parent == kNone16 ? to_mat4(model_from_root) : model_of(parent), own = model_of(joint);
    if (!is_finite(to_affine(own))) return Status::bad_data;
    const ik::ParentSpace space = ik::parent_space(linear_part(to_double(above)));
    if (!space.has_inverse) {
      ++inexact;
      continue;
    }
    const Mat4d model = to_double(own);
    const Vec3d from_parent = translation_part(model) - translation_part(to_double(above));
    const AffineParts parts =
        split(to_mat4(space.parent_from_model * linear_part(model), space.parent_from_model * from_parent));
    const auto whole = to_transform(parts, kShear);
    if (!whole) ++inexact;
    const Mat3d& s = parts.stretch;
    const Transformd local =
        whole.value_or(Transformd{parts.translation, parts.rotation, {s(0, 0), s(1, 1), s(2, 2)}});
    set(out_local_pose[joint / kLanes], joint % kLanes, narrowed(local));
  }
  if (out_inexact != nullptr) *out_inexact = inexact;
  return Status::ok;
}

}  // namespace skelter
