#pragma once
// SkinningInput: the input of both skinning jobs. SkinningOutput: the destination of the vertices, as
// separate arrays or inside one vertex structure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "skelter/core/status.h"
#include "skelter/core/tasks.h"
#include "skelter/math/soa.h"
#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

// Vertex v of the mesh is written to element v * stride of each stream; strides are in floats. An interleaved
// structure is several spans into the same memory, each starting at its member. Streams must not overlap in
// the floats that are written, nor with any input. Streaming stores need packed streams (stride 3, or 4 for
// tangents) that start at a multiple of 16 bytes; other streams use normal stores.
struct SkinningOutput {
  std::span<float> positions;  // x y z
  std::span<float> normals;    // x y z; empty: not requested
  std::span<float> tangents;   // x y z w; empty: not requested
  std::uint32_t position_stride = 3;
  std::uint32_t normal_stride = 3;
  std::uint32_t tangent_stride = 4;
};

// The input of both skinning jobs.
struct SkinningInput {
  const SkinnedMesh* mesh = nullptr;
  std::span<const Affine> palette;    // model_from_mesh; at least mesh->palette_size
  std::span<const float> vertices;    // MorphJob's output; empty: the mesh's own
  std::uint32_t begin = 0;            // vertices begin to end are skinned
  std::uint32_t end = 0;              // 0: all
  bool normalize = true;              // normals and tangents become unit vectors
  std::optional<bool> streaming;      // whether output bypasses the caches; nullopt: kStreamingThresholdBytes
  const TaskRunner* tasks = nullptr;  // nullptr: runs on the calling thread
  std::span<std::byte> scratch;       // at least the job's scratch_bytes(); at a multiple of 64 bytes
  SkinningOutput out;
};

// Returns ok if the output has space for every vertex and requests no data that the mesh lacks.
Status validate(const SkinningOutput& out, const SkinnedMesh& mesh);

}  // namespace skelter
