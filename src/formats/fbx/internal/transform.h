#pragma once
// Converts the properties of an FBX node to one translation, rotation and scale, and computes how a scale
// affects the node's children. Everything is in double precision.

#include <cstdint>

#include "skelter/math/mat.h"
#include "skelter/math/transform.h"
#include "skelter/math/vec.h"

namespace skelter::fbx {

// The order in which the axes act: xyz rotates about x first. The values are those in files.
enum class RotationOrder : std::uint8_t { xyz, xzy, yzx, yxz, zxy, zyx, spheric_xyz };

// How a parent's scale affects a node. The values are those in files.
enum class InheritType : std::uint8_t {
  componentwise,  // RrSs: scales are multiplied componentwise, each along the axes of its own node
  product,        // RSrs: the product of the matrices, which may shear
  none,           // Rrs: the scale of the parent moves the node, but does not scale it
};

// Angles are in degrees, as in files.
struct NodeProperties {
  Vec3d translation{};
  Vec3d rotation_deg{};
  Vec3d scaling{1, 1, 1};
  RotationOrder order = RotationOrder::xyz;
  // If false, the order is xyz, and pre- and post-rotation are ignored. Files disable the rotation space with
  // RotationActive 0 or RotationSpaceForLimitOnly 1.
  bool has_rotation_space = true;
  InheritType inherit = InheritType::componentwise;
  Vec3d rotation_offset{};
  Vec3d rotation_pivot{};
  Vec3d pre_rotation_deg{};
  Vec3d post_rotation_deg{};
  Vec3d scaling_offset{};
  Vec3d scaling_pivot{};
  Vec3d geometric_translation{};
  Vec3d geometric_rotation_deg{};
  Vec3d geometric_scaling{1, 1, 1};
};

Quatd euler_rotation(const Vec3d& angles_deg, RotationOrder order);
// Returns the Euler angles in order xyz of a unit quaternion, with y from -90 to 90 degrees. If y is -90 or
// 90 degrees, z is 0.
Vec3d euler_xyz_deg(const Quatd& rotation);

// The single transform that equals the whole chain
//   T * Roff * Rp * Rpre * R * Rpost^-1 * Rp^-1 * Soff * Sp * S * Sp^-1
Transformd local_transform(const NodeProperties& node);

// The constant rotations on both sides of R: Rpre, and the inverse of Rpost.
struct RotationSpace {
  Quatd before, after;
};
RotationSpace rotation_space(const NodeProperties& node);

// Whether rotating or scaling the node also moves its origin.
bool has_pivots(const NodeProperties& node);

// The transform between the node and its mesh. Children do not inherit it.
Mat4d geometric_matrix(const NodeProperties& node);

// World transform of a node, split into the parts that InheritType needs: its matrix without its own scale,
// the total scale along its own axes, and the part of that scale that a child of type `none` inherits.
struct WorldParts {
  Mat4d unscaled;
  Vec3d scale{1, 1, 1};
  Vec3d inherited{1, 1, 1};
};
Mat4d world_matrix(const WorldParts& parts);
WorldParts world_parts(const WorldParts& parent, InheritType type, const Transformd& local);

// Like WorldParts, but only the scales along the node's own axes.
struct ScaleParts {
  Vec3d scale{1, 1, 1};
  Vec3d inherited{1, 1, 1};
};
ScaleParts scale_parts(const ScaleParts& parent, InheritType type, const Vec3d& scaling);

constexpr Vec3d multiply(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

}  // namespace skelter::fbx
