#pragma once
// Handles skeletons with a model space origin that differs from the scene's, as chosen by far_origin
// (skelter/compile/skeleton.h). Joints without a parent joint are relative to this origin.

#include <cstdint>
#include <optional>
#include <vector>

#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/math/bounds.h"
#include "skelter/math/transform.h"

namespace skelter {

// A matrix that can also be applied to transforms, because it consists of a rotation, a uniform scale and a
// translation, except for float rounding. Points use the matrix itself, because far away even this rounding
// would matter.
struct Placement {
  Mat4d matrix;
  Quatd rotation;
  double scale = 1;

  AffineParts operator*(const AffineParts& parts) const;
  Transformd operator*(const Transformd& t) const;
  Placement inverse() const;
};

// Returns the transform from the space of a node's parent to model space, for joints without a parent joint.
// Empty without a separate origin.
std::optional<Placement> model_from_parent(const Scene& scene, std::uint32_t node, const Vec3d& origin);
// Like above, for a joint. Also empty if it has a parent joint.
std::optional<Placement> model_from_parent(const Scene& scene, const Skeleton& skeleton, const Vec3d& origin,
                                           std::uint32_t joint);

// Per node: 1 for nodes near the origin with a distant parent that serves only as an ancestor. Such nodes
// become joints without a parent joint, because a small position cannot be exact as the sum of two large
// floats.
std::vector<std::uint8_t> detached_nodes(const Scene& scene, const Vec3d& origin,
                                         const EvaluateOptions& options);

// Returns an origin relative to which floats can represent the positions in the box within the bound. It is 0
// if the box is near enough to the scene origin, or too wide for a different origin to help.
Vec3d origin_for(const Bounds& places, double error_bound);

}  // namespace skelter
