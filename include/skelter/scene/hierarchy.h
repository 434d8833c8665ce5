#pragma once
// Queries on the node tree like D3DX's frame functions, and bounding spheres of a whole model.

#include <cstdint>
#include <string_view>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Children of every node in index order; the last entry holds the roots.
std::vector<std::vector<std::uint32_t>> children_of(const Scene& scene);

// The nodes below and including `root`, every node before its children, children in index order; kNone: all
// nodes of the scene. Not recursive, so neither deep nor wide trees overflow the stack.
std::vector<std::uint32_t> depth_first(const Scene& scene, std::uint32_t root = kNone);

// Number of named nodes below and including `root` (kNone: in the scene).
std::uint32_t count_named_nodes(const Scene& scene, std::uint32_t root = kNone);

// Adds a node as the last child of `parent` (kNone: as the last root) and returns its index. The node is
// marked as synthetic, because no file contains it.
std::uint32_t append_child(Scene& scene, std::uint32_t parent, Node node);

// A bounding sphere, but not the smallest: its centre is the mean of the points, as in D3DX. Without points,
// centre and radius are 0.
struct BoundingSphere {
  Vec3d center;
  double radius = 0;
};

// Sphere of all vertices (copies included), transformed by their node's current world matrix and not skinned,
// as in D3DX. A skinned model moves out of it: do not use it for culling.
BoundingSphere rigid_bounding_sphere(const Scene& scene, const Pose& pose);
// Sphere of all vertices as they are shown: skinned if the mesh is.
BoundingSphere skinned_bounding_sphere(const Scene& scene, const Pose& pose);

}  // namespace skelter
