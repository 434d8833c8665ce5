#include "skelter/runtime/aim_ik.h"

#include <cmath>

#include "runtime/jobs/ik_math.h"

namespace skelter {

using namespace ik;

Status AimIkJob::validate() const {
  const bool finite = is_finite(target_model) && is_finite(forward_eye) && is_finite(offset_eye) &&
                      is_finite(up_eye) && is_finite(pole_model) && std::isfinite(weight);
  const bool valid = finite && out_result != nullptr && !(forward_eye == Vec3{}) && has_pose(pose) &&
                     has_joint(pose, joint) &&
                     (eye == kNone16 || (has_joint(pose, eye) && is_below(*pose.skeleton, eye, joint)));
  return valid ? Status::ok : Status::invalid_argument;
}

Status AimIkJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  *out_result = {};
  const Affine& model_from_eye = pose.model_from_joint[eye == kNone16 ? joint : eye];
  const ParentSpace space = parent_space(pose, joint);
  if (!space.has_inverse) return Status::ok;
  const auto seen = [&](const Vec3d& v) { return space.parent_from_model * v; };
  const Vec3d joint_at = position(pose.model_from_joint[joint]);
  const Vec3d ray_begin = seen(position(model_from_eye) + turned(model_from_eye, offset_eye) - joint_at);
  const Vec3d forward = normalized(seen(turned(model_from_eye, forward_eye)));
  const Vec3d to_target = seen(to_double(target_model) - joint_at);

  // Intersection of the ray with the sphere around the joint through the target: ray_begin + s * forward,
  // with s^2 + 2 s begin.forward + begin^2 - target^2 = 0. If the ray begins nearer to the joint than the
  // target is, one solution s is positive.
  const double along = dot(ray_begin, forward);
  const double room = dot(to_target, to_target) - dot(ray_begin, ray_begin);
  if (!(room > 0) || forward == Vec3d{}) return Status::ok;
  const Vec3d meets = ray_begin + forward * (std::sqrt(along * along + room) - along);
  const Vec3d up = seen(turned(model_from_eye, up_eye));
  const Quatd aim = shortest_turn(meets, to_target, normalized(across(up, normalized(meets))));
  const Quatd roll = turn_about(normalized(to_target), rotate(aim, up), seen(to_double(pole_model)));
  const Quatd turn = normalized(roll * aim);
  out_result->correction = correction(turn, weight);
  const Vec3d off = space.model_from_parent * (rotate(turn, meets) - to_target);
  out_result->reached = length(off) <= kReached * length(to_double(target_model) - joint_at);
  return Status::ok;
}

}  // namespace skelter
