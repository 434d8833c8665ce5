#include "skelter/runtime/ik_pose.h"

#include "runtime/jobs/ik_math.h"

namespace skelter {
namespace {

const Affine& model_from_parent(const IkPose& pose, std::uint32_t joint) {
  const std::uint16_t parent = pose.skeleton->parents[joint];
  return parent == kNone16 ? pose.model_from_root : pose.model_from_joint[parent];
}

}  // namespace

void rotate_joint(std::span<SoaTransform> local_pose, std::uint16_t joint, const Quat& correction) {
  if (correction == Quat{}) return;  // normalising could change the last bits
  SoaTransform& block = local_pose[joint / kLanes];
  Transform local = get(block, joint % kLanes);
  local.rotation = normalized(correction * local.rotation);
  set(block, joint % kLanes, local);
}

namespace ik {

bool has_pose(const IkPose& pose) {
  return pose.skeleton != nullptr && pose.model_from_joint.size() >= pose.skeleton->joint_count();
}

bool has_joint(const IkPose& pose, std::uint32_t joint) {
  return joint < pose.skeleton->joint_count() && is_finite(pose.model_from_joint[joint]) &&
         is_finite(model_from_parent(pose, joint));
}

ParentSpace parent_space(const IkPose& pose, std::uint32_t joint) {
  return parent_space(linear(model_from_parent(pose, joint)));
}

ParentSpace parent_space(const Mat3d& model_from_parent) {
  // Flattened matrices are singular only up to float rounding.
  constexpr double kFlat = 1e-6;
  ParentSpace space;
  space.model_from_parent = model_from_parent;
  const Mat3d& p = space.model_from_parent;
  double sizes = 1;
  for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) sizes *= length(p * axis);
  const double volume = determinant(p);
  space.has_inverse = std::abs(volume) > kFlat * sizes;
  if (!space.has_inverse) return space;
  space.parent_from_model = transposed(cofactors(p));
  for (double& number : space.parent_from_model.m) number /= volume;
  return space;
}

}  // namespace ik
}  // namespace skelter
