#pragma once
// Bone shapes: octahedra from joint to joint and a ball at each joint, as flat-shaded triangles and edges.

#include <cstdint>
#include <vector>

#include "skelter/math/vec.h"
#include "skelter/runtime/model_pose.h"

namespace skelter {

struct BoneVertex {
  Vec3 position;  // world space
  Vec3 normal;    // unit length
  Vec3 color;     // sRGB
};

struct BoneShapes {
  std::vector<BoneVertex> triangles;  // three vertices each
  std::vector<BoneVertex> edges;      // two vertices each
};

// A bone connects a joint with ModelJoint::is_bone to its nearest ancestor that also has it. The last joint
// of a chain gets a short leaf bone. Sizes depend on bone lengths and the shape's extent. With an isolated
// node, only bones at and below this node are drawn. Bones of hidden nodes are skipped.
BoneShapes bone_shapes(const ModelShape& shape, const ModelPose& pose, std::uint32_t highlighted_node,
                       std::uint32_t isolated_node = kNone, const std::vector<bool>* hidden_nodes = nullptr);

}  // namespace skelter
