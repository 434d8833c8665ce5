#pragma once
// SkinningOutput: where skinning jobs write vertices, as separate arrays or inside one vertex structure.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

// Vertex v of the mesh goes to element v * stride of each stream; strides are in floats. An interleaved
// structure is several spans into the same memory, each starting at its member. Streams may not overlap in
// the floats that are written, nor with any input. Streaming stores need packed streams (stride 3, or 4 for
// tangents) that start at a multiple of 16 bytes; other streams are stored as usual.
struct SkinningOutput {
  std::span<float> positions;  // x y z
  std::span<float> normals;    // x y z; empty: not wanted
  std::span<float> tangents;   // x y z w; empty: not wanted
  std::uint32_t position_stride = 3;
  std::uint32_t normal_stride = 3;
  std::uint32_t tangent_stride = 4;
};

// ok if the output has room for every vertex of the mesh and asks for nothing that the mesh lacks.
Status validate(const SkinningOutput& out, const SkinnedMesh& mesh);

}  // namespace skelter
