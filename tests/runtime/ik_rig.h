#pragma once
// A skeleton and a pose for the IK tests, with a separate local-to-model conversion in double precision.

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/math/soa.h"
#include "skelter/math/transform.h"
#include "skelter/runtime/ik_pose.h"

namespace skelter::test {

struct IkRig {
  std::vector<std::uint16_t> parents;
  std::vector<SoaTransform> local_pose;
  Affine model_from_root;
  std::vector<Affine> matrices;
  Skeleton skeleton;

  std::uint16_t add(std::uint16_t parent, const Transform& local) {
    const std::uint16_t joint = static_cast<std::uint16_t>(parents.size());
    parents.push_back(parent);
    local_pose.resize(blocks_for(joint + 1u), SoaTransform::identity());
    set(local_pose[joint / kLanes], joint % kLanes, local);
    return joint;
  }
  // Adds a chain of joints, each a child of the previous one, at these offsets.
  void add_chain(const std::vector<Vec3>& offsets) {
    for (const Vec3& offset : offsets)
      add(parents.empty() ? kNone16 : static_cast<std::uint16_t>(parents.size() - 1),
          {offset, {}, {1, 1, 1}});
  }

  Mat4d model_from(std::uint16_t joint) const {
    Mat4d result = to_double(to_mat4(model_from_root));
    std::vector<std::uint16_t> path;
    for (; joint != kNone16; joint = parents[joint]) path.push_back(joint);
    for (; !path.empty(); path.pop_back()) {
      const Transform local = get(local_pose[path.back() / kLanes], path.back() % kLanes);
      result = result * to_mat4(Transformd{to_double(local.translation), to_double(local.rotation),
                                           to_double(local.scale)});
    }
    return result;
  }
  Vec3d at(std::uint16_t joint) const { return translation_part(model_from(joint)); }

  // Returns the current pose for a job. It points into this object.
  IkPose pose() {
    matrices.clear();
    for (std::uint16_t joint = 0; joint < parents.size(); ++joint)
      matrices.push_back(to_affine(model_from(joint)));
    skeleton.parents = parents;
    skeleton.rest_pose = local_pose;
    return {&skeleton, matrices, model_from_root};
  }
  void rotate(std::uint16_t joint, const Quat& correction) { rotate_joint(local_pose, joint, correction); }
};

class RandomIk {
 public:
  explicit RandomIk(unsigned seed) : random_(seed) {}
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  Vec3 vec(double size) {
    return to_float(Vec3d{number(-size, size), number(-size, size), number(-size, size)});
  }
  Vec3 direction() {
    for (;;)
      if (const Vec3 v = vec(1); length(v) > 0.1f && length(v) <= 1) return normalized(v);
  }
  Quat rotation() {
    return to_float(normalized(Quatd{number(-1, 1), number(-1, 1), number(-1, 1), number(0.1, 1)}));
  }
  // Returns a transform with a translation of about that size, a random rotation and a uniform scale; one in
  // three is mirrored.
  Transform transform(double size) {
    const float s = static_cast<float>(number(0.6, 1.6));
    const float mirror = number(0, 3) < 1 ? -1.0f : 1.0f;
    const float a = number(0, 2) < 1 ? mirror : 1.0f, b = a == mirror ? 1.0f : mirror;
    return {direction() * static_cast<float>(size * number(0.5, 1.5)), rotation(), {s * a, s * b, s}};
  }
  // Returns a transform with a different scale along each axis; one in four is mirrored.
  Transform uneven(double size) {
    const auto factor = [&] { return static_cast<float>(number(0.6, 1.6)); };
    const float x = number(0, 4) < 1 ? -factor() : factor(), y = factor(), z = factor();
    return {direction() * static_cast<float>(size * number(0.5, 1.5)), rotation(), {x, y, z}};
  }

 private:
  std::mt19937 random_;
};

inline bool is_unit(const Quat& q) {
  return std::abs(length(to_double(q)) - 1) < 1e-6;  // false for NaN
}

// Mirrors a rig at x = 0: x of translations is negated, and y and z of rotations.
inline Vec3 mirrored(Vec3 v) {
  return {-v.x, v.y, v.z};
}
inline Quat mirrored(Quat q) {
  return {q.x, -q.y, -q.z, q.w};
}
inline IkRig mirrored(const IkRig& rig) {
  IkRig result;
  for (std::uint16_t joint = 0; joint < rig.parents.size(); ++joint) {
    const Transform t = get(rig.local_pose[joint / kLanes], joint % kLanes);
    result.add(rig.parents[joint], {mirrored(t.translation), mirrored(t.rotation), t.scale});
  }
  return result;
}

}  // namespace skelter::test
