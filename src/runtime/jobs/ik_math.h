#pragma once
// Geometry shared by the IK jobs, in double, so that vectors of 1e-12 of a bone length still have a
// direction.

#include <algorithm>
#include <cmath>

#include "skelter/math/quat.h"
#include "skelter/math/trig.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter::ik {

// A position within this fraction of the chain's length (or of the target distance) counts as reached.
inline constexpr double kReached = 1e-5;
// Directions are collinear if the sine of their angle is below this.
inline constexpr double kParallel = 1e-9;

inline Vec3d position(const Affine& a) {
  return {a.m[0][3], a.m[1][3], a.m[2][3]};
}
inline Mat3d linear(const Affine& a) {
  return linear_part(to_double(to_mat4(a)));
}
inline Vec3d turned(const Affine& a, const Vec3& v) {
  return linear(a) * to_double(v);
}

inline Vec3d any_perpendicular(const Vec3d& v) {
  const Vec3d other = std::abs(v.x) <= std::min(std::abs(v.y), std::abs(v.z)) ? Vec3d{1, 0, 0}
                      : std::abs(v.y) <= std::abs(v.z)                        ? Vec3d{0, 1, 0}
                                                                              : Vec3d{0, 0, 1};
  return normalized(cross(v, other));
}

// The part of v perpendicular to a unit axis; 0 if v lies along the axis.
inline Vec3d across(const Vec3d& v, const Vec3d& axis) {
  const Vec3d part = v - axis * dot(v, axis);
  return length(part) > kParallel * length(v) ? part : Vec3d{};
}

// The shortest rotation of one direction onto another; identity if one has length 0. Opposite directions turn
// about `half_turn_axis`, a unit vector perpendicular to `from` (0: any).
inline Quatd shortest_turn(const Vec3d& from, const Vec3d& to, const Vec3d& half_turn_axis = {}) {
  const Vec3d a = normalized(from), b = normalized(to);
  if (a == Vec3d{} || b == Vec3d{}) return {};
  // The half vector keeps its digits near 180 degrees, where 1 + cosine loses them.
  const Vec3d sum = a + b;
  if (length(sum) < kParallel) {
    const Vec3d axis = half_turn_axis == Vec3d{} ? any_perpendicular(a) : half_turn_axis;
    return {axis.x, axis.y, axis.z, 0};
  }
  const Vec3d half = normalized(sum), sine = cross(a, half);
  return normalized(Quatd{sine.x, sine.y, sine.z, dot(a, half)});
}

// The rotation about a unit axis that turns `from` to the side of `to`; identity if one lies along the axis.
inline Quatd turn_about(const Vec3d& axis, const Vec3d& from, const Vec3d& to) {
  const Vec3d a = across(from, axis), b = across(to, axis);
  if (a == Vec3d{} || b == Vec3d{}) return {};
  return from_axis_angle(axis, portable_atan2(dot(cross(a, b), axis), dot(a, b)));
}

// Whether `joint` is `ancestor` or a descendant of it.
inline bool is_below(const Skeleton& skeleton, std::uint32_t joint, std::uint32_t ancestor) {
  while (joint != kNone16 && joint > ancestor) joint = skeleton.parents[joint];
  return joint == ancestor;
}

bool has_pose(const IkPose& pose);
// Whether the pose contains the joint, with finite matrices for the joint and its parent.
bool has_joint(const IkPose& pose, std::uint32_t joint);

// The space of the joint's parent, around the joint's position. In this space a correction is a pure
// rotation, whatever scales the ancestors have.
struct ParentSpace {
  Mat3d model_from_parent, parent_from_model;
  bool has_inverse = false;  // false: an ancestor has a scale of 0, and nothing can turn
};
ParentSpace parent_space(const Mat3d& model_from_parent);
ParentSpace parent_space(const IkPose& pose, std::uint32_t joint);

// The correction that turns by `weight` times the angle; exactly the identity for 0.
inline Quat correction(const Quatd& turn_parent, float weight) {
  const float part = std::clamp(weight, 0.0f, 1.0f);
  if (part == 0) return {};
  return to_float(part < 1 ? pow(turn_parent, part) : turn_parent);
}

}  // namespace skelter::ik
