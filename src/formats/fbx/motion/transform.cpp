#include "formats/fbx/internal/transform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "skelter/math/trig.h"

namespace skelter::fbx {
namespace {

constexpr double kRadPerDegree = std::numbers::pi / 180;

// Axes in the order in which they act.
std::array<std::size_t, 3> axes_of(RotationOrder order) {
  switch (order) {
    case RotationOrder::xzy:
      return {0, 2, 1};
    case RotationOrder::yzx:
      return {1, 2, 0};
    case RotationOrder::yxz:
      return {1, 0, 2};
    case RotationOrder::zxy:
      return {2, 0, 1};
    case RotationOrder::zyx:
      return {2, 1, 0};
    case RotationOrder::xyz:
    case RotationOrder::spheric_xyz:
      break;
  }
  return {0, 1, 2};
}

// Returns `q` followed by a rotation about an axis: the quaternion product without the terms that are 0.
Quatd turned(const Quatd& q, std::size_t axis, double angle_deg) {
  const double short_deg = std::abs(angle_deg) < 720 ? angle_deg : std::fmod(angle_deg, 720);
  const double half = short_deg * (kRadPerDegree / 2);
  const double s = portable_sin(half), c = portable_cos(half);
  if (axis == 0) return {c * q.x + s * q.w, c * q.y - s * q.z, c * q.z + s * q.y, c * q.w - s * q.x};
  if (axis == 1) return {c * q.x + s * q.z, c * q.y + s * q.w, c * q.z - s * q.x, c * q.w - s * q.y};
  return {c * q.x - s * q.y, c * q.y + s * q.x, c * q.z + s * q.w, c * q.w - s * q.z};
}

// Combines pre-rotation, rotation and post-rotation.
Quatd whole_rotation(const NodeProperties& node) {
  if (!node.has_rotation_space) return euler_rotation(node.rotation_deg, RotationOrder::xyz);
  Quatd q = euler_rotation(node.rotation_deg, node.order);
  if (node.pre_rotation_deg != Vec3d{}) q = euler_rotation(node.pre_rotation_deg, RotationOrder::xyz) * q;
  if (node.post_rotation_deg != Vec3d{})
    q = q * conjugate(euler_rotation(node.post_rotation_deg, RotationOrder::xyz));
  return q;
}

}  // namespace

Quatd euler_rotation(const Vec3d& angles_deg, RotationOrder order) {
  const double angles[] = {angles_deg.x, angles_deg.y, angles_deg.z};
  Quatd q;
  for (const std::size_t axis : axes_of(order))
    if (angles[axis] != 0) q = turned(q, axis, angles[axis]);
  return q;
}

RotationSpace rotation_space(const NodeProperties& node) {
  if (!node.has_rotation_space) return {};
  return {euler_rotation(node.pre_rotation_deg, RotationOrder::xyz),
          conjugate(euler_rotation(node.post_rotation_deg, RotationOrder::xyz))};
}

Vec3d euler_xyz_deg(const Quatd& rotation) {
  const Mat3d m = to_mat3(rotation);
  const double sine_y = std::clamp(-m(2, 0), -1.0, 1.0);
  const double cosine_y = std::sqrt(m(0, 0) * m(0, 0) + m(1, 0) * m(1, 0));
  const double y = portable_atan2(sine_y, cosine_y);
  // Near gimbal lock, x and z rotate about the same axis, so z is set to 0.
  constexpr double kPole = 1e-9;
  const double x = cosine_y > kPole ? portable_atan2(m(2, 1), m(2, 2)) : portable_atan2(-m(1, 2), m(1, 1));
  const double z = cosine_y > kPole ? portable_atan2(m(1, 0), m(0, 0)) : 0;
  return Vec3d{x, y, z} * (1 / kRadPerDegree);
}

Transformd local_transform(const NodeProperties& node) {
  const Quatd q = whole_rotation(node);
  const Vec3d turned = node.scaling_offset + node.scaling_pivot - node.rotation_pivot -
                       multiply(node.scaling, node.scaling_pivot);
  return {node.translation + node.rotation_offset + node.rotation_pivot + rotate(q, turned), q, node.scaling};
}

bool has_pivots(const NodeProperties& node) {
  return node.rotation_pivot != Vec3d{} || node.scaling_pivot != Vec3d{} || node.scaling_offset != Vec3d{};
}

Mat4d geometric_matrix(const NodeProperties& node) {
  return to_mat4(Transformd{node.geometric_translation,
                            euler_rotation(node.geometric_rotation_deg, RotationOrder::xyz),
                            node.geometric_scaling});
}

Mat4d world_matrix(const WorldParts& parts) {
  return parts.unscaled * scale_matrix(parts.scale);
}

ScaleParts scale_parts(const ScaleParts& parent, InheritType type, const Vec3d& scaling) {
  const Vec3d inherited = type == InheritType::componentwise ? parent.scale
                          : type == InheritType::none        ? parent.inherited
                                                             : Vec3d{1, 1, 1};
  return {multiply(inherited, scaling), inherited};
}

WorldParts world_parts(const WorldParts& parent, InheritType type, const Transformd& local) {
  const ScaleParts scale = scale_parts({parent.scale, parent.inherited}, type, local.scale);
  Transformd place{local.translation, local.rotation, {1, 1, 1}};
  if (type == InheritType::product)
    return {world_matrix(parent) * to_mat4(place), scale.scale, scale.inherited};
  place.translation = multiply(parent.scale, local.translation);
  return {parent.unscaled * to_mat4(place), scale.scale, scale.inherited};
}

}  // namespace skelter::fbx
