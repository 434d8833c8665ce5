#pragma once
// LinearSkinningJob: linear blend skinning of one mesh on the CPU. MorphJob: its morph targets, applied
// before skinning of either kind.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/runtime/skinned_mesh.h"
#include "skelter/skinning/skinning_output.h"

namespace skelter {

// Position: sum over influences of weight * (palette entry * position). Tangent xyz: the same with the linear
// part. Normal: the same with the inverse transpose of the linear part. If all entries are rotations
// (mirrored or not) times one common uniform scale, within 1e-4, the linear part is used, which gives the
// same direction. Zero normals stay zero. Tangent w is copied.
// Cost: one pass over the mesh and over the palette; memory-bound beyond the caches.
// Source: Magnenat-Thalmann et al., "Joint-dependent local deformations for hand animation and object
// grasping", 1988.
// Ranges, tasks and stores do not change the result of a vertex; the instruction set may.
struct LinearSkinningJob : SkinningInput {
  // Scratch size for meshes with that palette size. Contents need not outlive run().
  static std::size_t scratch_bytes(std::uint32_t palette_size);
  Status validate() const;
  Status run() const;
};

// Applies morph targets to the vertices of a mesh, as input for the skinning jobs. The sum over targets of
// weight * offset, in target order, is added to positions and normals. Weights may be negative or above 1;
// targets without a weight, or with weight 0, are skipped. Normals are not normalised. Cost: a copy of the
// mesh's vertices, and the blocks that the targets in use move.
struct MorphJob {
  const SkinnedMesh* mesh = nullptr;
  std::span<const float> weights;  // for the first targets; at most mesh->morphs.size()
  std::span<float> out_vertices;   // at least mesh->vertices.size() floats, at a multiple of 16 bytes; not
                                   // the mesh's own
  Status validate() const;
  Status run() const;
};

}  // namespace skelter
