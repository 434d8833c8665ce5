#pragma once
// The origin of a skeleton's model space if it differs from that of the scene, as chosen by far_origin
// (skelter/compile/skeleton.h). Joints without a parent joint are relative to it.

#include <cstdint>
#include <optional>
#include <vector>

#include "compile/build_skeleton/internal/skeleton.h"
#include "skelter/math/bounds.h"
#include "skelter/math/transform.h"

namespace skelter {

// A matrix that maps transforms to transforms: rotation, uniform scale and translation, except for float
// rounding. Points use the matrix itself, since far away even that rounding would matter.
struct Placement {
  Mat4d matrix;
  Quatd rotation;
  double scale = 1;

  AffineParts operator*(const AffineParts& parts) const;
  Transformd operator*(const Transformd& t) const;
  Placement inverse() const;
};

// Model space from the parent of a node, for joints without a parent joint. Nothing without a separate
// origin.
std::optional<Placement> model_from_parent(const Scene& scene, std::uint32_t node, const Vec3d& origin);
// The same for a joint; also nothing if it has a parent joint.
std::optional<Placement> model_from_parent(const Scene& scene, const Skeleton& skeleton, const Vec3d& origin,
                                           std::uint32_t joint);

// Per node: 1 for nodes near the origin under a parent that is far from it and serves only as an ancestor.
// They become joints without a parent joint, because no two large floats add up to a small number exactly.
std::vector<std::uint8_t> detached_nodes(const Scene& scene, const Vec3d& origin,
                                         const EvaluateOptions& options);

// The origin for a box at which floats keep its positions within the bound. 0 if the box is near enough to
// the scene origin, or too wide for another origin to help.
Vec3d origin_for(const Bounds& places, double error_bound);

}  // namespace skelter
