#include "skelter/runtime/ik_pose.h"

#include "runtime/ik_math.h"

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

// A turn T in model space is inverse(P) * T * P in the space of the parent, whose linear part is P. For P = a
// scale times an orthogonal matrix B, that turns by the same angle about det(B) * transpose(B) * axis: axes
// are mirrored once more than directions. B by Gram and Schmidt, so that an uneven P gives something near.
Quat local_correction(const IkPose& pose, std::uint32_t joint, const Quatd& turn_model, float weight) {
  const float part = std::clamp(weight, 0.0f, 1.0f);
  if (part == 0) return {};
  const Affine& parent = model_from_parent(pose, joint);
  const Vec3d x = normalized(turned(parent, {1, 0, 0})), column_y = turned(parent, {0, 1, 0});
  const Vec3d y = normalized(across(column_y, x));
  if (x == Vec3d{} || y == Vec3d{}) return {};  // flattened: nothing below can be turned as asked
  const Vec3d across_both = cross(x, y);
  const double handed = dot(across_both, turned(parent, {0, 0, 1})) < 0 ? -1 : 1;
  const Vec3d axis{turn_model.x, turn_model.y, turn_model.z};
  // z = handed * across_both, and handed * handed is 1.
  const Quatd turn{handed * dot(x, axis), handed * dot(y, axis), dot(across_both, axis), turn_model.w};
  return to_float(part < 1 ? pow(turn, part) : turn);
}

}  // namespace ik
}  // namespace skelter
