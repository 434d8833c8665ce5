#pragma once
// SkinnedMesh: the vertices of one primitive, ready for skinning, as a view into a blob that
// build_skinned_mesh made. Vertices are sorted by how many palette entries move them, so that kernels never
// multiply by weights that are not there, and stored in blocks of four, so that they need no rearranging.

#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/none.h"
#include "skelter/runtime/blob.h"

namespace skelter {

inline constexpr std::uint32_t kMeshBlock = 4;            // vertices per block
inline constexpr std::uint32_t kMaxInfluences = 8;        // per vertex
inline constexpr std::uint32_t kMaxPaletteSize = 0xFFFF;  // entries that one mesh may name

// A run of vertices with the same number of influences. `first_vertex` is a multiple of kMeshBlock. Influence
// i of vertex v of the run's block b is at first_joint + (b * influences + i) * 4 + v % 4, and its weight
// the same way after first_weight. Runs of one influence store no weights: they are 1.
struct InfluenceSection {
  std::uint32_t influences = 1;  // 1 to kMaxInfluences
  std::uint32_t first_vertex = 0;
  std::uint32_t vertex_count = 0;
  std::uint32_t first_joint = 0;   // index into SkinnedMesh::joints
  std::uint32_t first_weight = 0;  // index into SkinnedMesh::weights
};

// Triangles drawn with one material.
struct MeshPart {
  std::uint32_t material = 0;  // index into Scene::materials, or kNone: the default material
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;  // a multiple of 3
};

// Box of the vertices that a palette entry moves, in joint space, for morph weights 0 to 1. min > max: none.
struct JointBounds {
  float min[3] = {};
  float max[3] = {};
  bool empty() const { return !(min[0] <= max[0]); }
};

// Offsets of one morph target, only for the blocks that it moves.
struct MorphRange {
  std::uint32_t first_block = 0;  // index into morph_blocks and, times floats_per_block(), morph_offsets
  std::uint32_t block_count = 0;
};

// Per-vertex data that skinning does not touch, vertex after vertex.
enum class StreamKind : std::uint32_t { uv, color };
struct VertexStream {
  StreamKind kind = StreamKind::uv;
  std::uint32_t set = 0;          // uv: texture coordinate set
  std::uint32_t components = 0;   // 1 to 4
  std::uint32_t first_float = 0;  // index into stream_floats
};

struct SkinnedMesh {
  std::uint32_t vertex_count = 0;
  std::uint32_t palette_size = 0;              // entries of the skin it was made for; joints are below it
  std::uint32_t has_normals = 0;               // 1: yes; 2: yes, made by the reader of the source
  std::uint32_t file_vertices = 0;             // what the source listed: see file_vertex
  std::span<const InfluenceSection> sections;  // cover all vertices in order; influences rise
  // Rows of four: x of four vertices, y, z, then normals x, y, z if there are any. Block b has vertices 4b to
  // 4b + 3; lanes past the last vertex are 0.
  std::span<const float> vertices;        // block_count() * floats_per_block()
  std::span<const float> tangents;        // x, y, z, w rows: block_count() * 16, or empty
  std::span<const std::uint16_t> joints;  // palette entries
  std::span<const float> weights;         // those of one vertex sum to 1
  std::span<const std::uint32_t> indices;
  std::span<const MeshPart> parts;
  std::span<const std::uint32_t> source_vertex;  // per vertex: its index in the scene's primitive
  // Per vertex of the scene's primitive: its index in the list of the source file, in which vertices that
  // were split later occur once. Empty: the same.
  std::span<const std::uint32_t> file_vertex;
  std::span<const JointBounds> joint_bounds;        // one per palette entry
  std::span<const MorphRange> morphs;               // one per morph target
  std::span<const std::uint32_t> morph_blocks;      // block indices, rising inside a target
  std::span<const float> morph_offsets;             // rows as in `vertices`
  std::span<const std::uint32_t> morph_name_begin;  // morphs + 1 offsets into morph_names, or empty
  std::span<const char> morph_names;
  std::span<const VertexStream> streams;
  std::span<const float> stream_floats;

  std::uint32_t block_count() const { return vertex_count / kMeshBlock + (vertex_count % kMeshBlock != 0); }
  std::uint32_t floats_per_block() const { return (has_normals != 0 ? 6 : 3) * kMeshBlock; }
  std::string_view morph_name(std::uint32_t target) const;
};

// Checks every count, index and number; `out` points into `blob`.
Problem read_skinned_mesh(ByteSpan blob, SkinnedMesh& out);

}  // namespace skelter
