#pragma once
// The shape of bones: octahedra from joint to joint, a ball at each joint, as flat-shaded triangles and
// edges.

#include <cstdint>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct BoneVertex {
  Vec3 position;  // world
  Vec3 normal;    // unit
  Vec3 color;     // sRGB
};

struct BoneShapes {
  std::vector<BoneVertex> triangles;  // three each
  std::vector<BoneVertex> edges;      // two each
};

// Bones of the joints of all skins; without skins of the nodes that clips move; without clips of all nodes. A
// bone joins a node to its nearest ancestor of that kind; the last node of a chain gets a short bone that
// goes on. Sizes follow the bones' lengths and `extent`, that of the scene. With an isolated node only bones
// at and below it; those of hidden nodes are left out.
BoneShapes bone_shapes(const Scene& scene, const Pose& pose, double extent, std::uint32_t highlighted_node,
                       std::uint32_t isolated_node = kNone, const std::vector<bool>* hidden_nodes = nullptr);

}  // namespace skelter
