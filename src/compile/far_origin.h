#pragma once
// The place that a skeleton's model space begins at, where that is not the origin of the scene: what
// far_origin (skelter/compile/skeleton.h) chose. Joints without a parent joint are relative to it.

#include <cstdint>
#include <optional>
#include <vector>

#include "skelter/compile/skeleton.h"
#include "skelter/math/bounds.h"
#include "skelter/math/transform.h"

namespace skelter {

// A matrix that keeps transforms transforms: a turn, one scale and a move, but for the rounding of its
// floats. Points go by the matrix, as far away even that would count.
struct Placement {
  Mat4d matrix;
  Quatd rotation;
  double scale = 1;

  AffineParts operator*(const AffineParts& parts) const;
  Transformd operator*(const Transformd& t) const;
  Placement inverse() const;
};

// Model space from the parent of a node whose joint has no parent joint. Nothing without an origin.
std::optional<Placement> model_from_parent(const Scene& scene, std::uint32_t node, const Vec3d& origin);
// Of a joint; nothing for those with a parent joint, too.
std::optional<Placement> model_from_parent(const Scene& scene, const Skeleton& skeleton, const Vec3d& origin,
                                           std::uint32_t joint);

// Per node: 1 for those near the origin under a parent that is far from it, and has nothing to do but to be
// above. They become joints without a parent joint. No two floats add up to a small number exactly.
std::vector<std::uint8_t> detached_nodes(const Scene& scene, const Vec3d& origin,
                                         const EvaluateOptions& options);

// Where a box should be relative to so that floats keep its places within the bound; 0 where it is near
// enough to the origin, or too wide for another one to help.
Vec3d origin_for(const Bounds& places, double error_bound);

}  // namespace skelter
