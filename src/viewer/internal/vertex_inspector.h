#pragma once
// Where a vertex gets its place from: its joints, weights and matrices, and the sum.

#include <string>
#include <vector>

#include "skelter/scene/evaluate.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

struct InspectedInfluence {
  std::uint32_t node = kNone;
  std::string joint;
  double weight = 0;
  Mat4d world_from_mesh;  // world_from_joint * joint_from_mesh
  Vec3d moved;            // where this joint alone would put the vertex, in the world
};

struct VertexInspection {
  std::uint32_t source = 0;                    // its index in the file's own list
  Vec3d rest;                                  // in mesh space
  std::vector<InspectedInfluence> influences;  // largest first; the node itself, with weight 1, without any
  double weight_sum = 0;
  Vec3d position;  // sum of weight * moved
};

bool exists(const Scene& scene, const VertexPlace& place);

// Precondition: exists(scene, place). Morph targets are not counted in.
VertexInspection inspect_vertex(const Scene& scene, const Pose& pose, const VertexPlace& place);

}  // namespace skelter
