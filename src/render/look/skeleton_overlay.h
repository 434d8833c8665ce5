#pragma once
// Bone shapes: octahedra from joint to joint and a ball at each joint, as flat-shaded triangles and edges.

#include <cstdint>
#include <vector>

#include "skelter/math/vec.h"
#include "skelter/runtime/model_pose.h"

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

// A bone connects a joint with ModelJoint::is_bone to its nearest such ancestor; the last joint of a chain
// gets a short leaf bone. Sizes follow bone lengths and the shape's extent. With an isolated node, only bones
// at and below it are drawn. Bones of hidden nodes are skipped.
BoneShapes bone_shapes(const ModelShape& shape, const ModelPose& pose, std::uint32_t highlighted_node,
                       std::uint32_t isolated_node = kNone, const std::vector<bool>* hidden_nodes = nullptr);

}  // namespace skelter
