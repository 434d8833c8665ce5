#pragma once
// MorphJob: vertices of a mesh with morph targets mixed in, as the skinning jobs take them.

#include <span>

#include "skelter/core/status.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

// Positions and normals + sum over targets of weight * offset, in target order. Weights may be negative or
// above 1; targets without a weight, or with weight 0, are skipped. Normals are not normalised.
// Cost: a copy of the mesh's vertices, and the blocks that the targets in use move.
struct MorphJob {
  const SkinnedMesh* mesh = nullptr;
  std::span<const float> weights;  // of the first targets; at most mesh->morphs.size()
  std::span<float> out_vertices;   // at least mesh->vertices.size() floats, at a multiple of 16 bytes; not
                                   // the mesh's own
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
