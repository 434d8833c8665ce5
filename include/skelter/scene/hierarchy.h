#pragma once
// Questions about the tree of nodes that D3DX's frame functions answered, and what holds a whole figure.

#include <cstdint>
#include <string_view>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Children of every node in index order; after them the roots.
std::vector<std::vector<std::uint32_t>> children_of(const Scene& scene);

// The nodes below and including `root`, every node before its children, children in index order; kNone: of
// the whole scene. Walks without recursion, so that neither deep nor wide trees overflow the stack.
std::vector<std::uint32_t> depth_first(const Scene& scene, std::uint32_t root = kNone);

// How many nodes below and including `root` (kNone: of the scene) have a name.
std::uint32_t count_named_nodes(const Scene& scene, std::uint32_t root = kNone);

// Adds a node as the last child of `parent` (kNone: as the last root) and gives its index. It counts as
// synthetic, since no file has it.
std::uint32_t append_child(Scene& scene, std::uint32_t parent, Node node);

// Not the smallest sphere: its centre is the mean of the points, as in D3DX. Without points all is 0.
struct BoundingSphere {
  Vec3d center;
  double radius = 0;
};

// Of all vertices (copies included) moved by their node's current world matrix; skins do not count, as in
// D3DX. A skinned figure moves out of it: do not cull by it.
BoundingSphere rigid_bounding_sphere(const Scene& scene, const Pose& pose);
// Of all vertices as they are shown: skinned where the mesh is.
BoundingSphere skinned_bounding_sphere(const Scene& scene, const Pose& pose);

}  // namespace skelter
