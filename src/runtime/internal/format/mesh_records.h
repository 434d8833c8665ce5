#pragma once
// Records of a skinned mesh: docs/pack-format.md.

#include <cstdint>

#include "skelter/runtime/skinned_mesh.h"

namespace skelter {

// Box of the vertices that a palette entry moves, in joint space, for morph weights 0 to 1. min > max: no
// vertices.
struct JointBounds {
  float min[3] = {};
  float max[3] = {};
  bool empty() const { return !(min[0] <= max[0]); }
};

// Offsets of one morph target, stored only for the blocks that it moves.
struct MorphRange {
  std::uint32_t first_block = 0;  // index into morph_blocks and, times floats_per_block(), morph_offsets
  std::uint32_t block_count = 0;
};

// Per-vertex data that skinning does not change, vertex after vertex.
enum class StreamKind : std::uint32_t { uv, color };
struct VertexStream {
  StreamKind kind = StreamKind::uv;
  std::uint32_t set = 0;          // uv: texture coordinate set
  std::uint32_t components = 0;   // 1 to 4
  std::uint32_t first_float = 0;  // index into stream_floats
};

}  // namespace skelter
