#pragma once
// Shows how a vertex gets its position: its joints, weights and matrices, and their sum.

#include <string>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

struct InspectedInfluence {
  std::uint32_t node = kNone;
  std::string joint;
  double weight = 0;
  Mat4d world_from_mesh;  // world_from_joint * joint_from_mesh
  Vec3d moved;            // world position if only this joint moved the vertex
};

struct VertexInspection {
  std::uint32_t source = 0;  // index in the file's own list
  Vec3d rest;                // in mesh space
  // Largest first. A vertex without a skin has one influence, its node with weight 1.
  std::vector<InspectedInfluence> influences;
  double weight_sum = 0;
  Vec3d position;  // sum of weight * moved
};

bool exists(const Scene& scene, const VertexLocation& place);

// Precondition: exists(scene, place). Morph targets are not included.
VertexInspection inspect_vertex(const Scene& scene, const Pose& pose, const VertexLocation& place);

}  // namespace skelter
