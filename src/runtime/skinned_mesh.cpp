#include "skelter/runtime/skinned_mesh.h"

#include "runtime/internal/format/blob.h"
#include "runtime/internal/format/blob_headers.h"
#include "runtime/internal/format/mesh_records.h"
#include "runtime/pack/checks.h"

namespace skelter {
namespace {

constexpr std::uint32_t kMaxStreamSet = 255;  // readers allocate all sets up to the largest

std::uint64_t blocks_of(const InfluenceSection& section) {
  return (std::uint64_t{section.vertex_count} + kMeshBlock - 1) / kMeshBlock;
}

// Checks that the sections follow each other without gaps in vertices, joints and weights, and use all of
// them.
bool valid_sections(const SkinnedMesh& mesh) {
  std::uint64_t vertex = 0, joint = 0, weight = 0;
  std::uint32_t influences = 0;
  for (const InfluenceSection& section : mesh.sections) {
    if (section.influences <= influences || section.influences > kMaxInfluences) return false;
    influences = section.influences;
    if (section.first_vertex != vertex || vertex % kMeshBlock != 0 || section.vertex_count == 0) return false;
    if (section.first_joint != joint || section.first_weight != weight) return false;
    vertex += section.vertex_count;
    joint += blocks_of(section) * influences * kMeshBlock;
    if (influences > 1) weight += blocks_of(section) * influences * kMeshBlock;
  }
  return vertex == mesh.vertex_count && joint == mesh.joints.size() && weight == mesh.weights.size();
}

bool valid_weights(const SkinnedMesh& mesh) {
  for (const InfluenceSection& section : mesh.sections) {
    const float* rows = mesh.weights.data() + section.first_weight;
    if (section.influences > 1 && !weights_in_order(rows, section.influences, section.vertex_count))
      return false;
  }
  return true;
}

bool valid_parts(const SkinnedMesh& mesh) {
  std::uint64_t index = 0;
  for (const MeshPart& part : mesh.parts) {
    if (part.first_index != index || part.index_count % 3 != 0) return false;
    index += part.index_count;
  }
  return index == mesh.indices.size();
}

bool valid_bounds(std::span<const JointBounds> all) {
  for (const JointBounds& bounds : all)
    if (!all_finite(bounds.min) || !all_finite(bounds.max)) return false;
  return true;
}

bool valid_morphs(const SkinnedMesh& mesh) {
  std::uint64_t block = 0;
  for (const MorphRange& morph : mesh.morphs) {
    if (morph.first_block != block || block + morph.block_count > mesh.morph_blocks.size()) return false;
    for (std::uint32_t i = 1; i < morph.block_count; ++i)
      if (mesh.morph_blocks[block + i] <= mesh.morph_blocks[block + i - 1]) return false;
    block += morph.block_count;
  }
  return block == mesh.morph_blocks.size() &&
         mesh.morph_offsets.size() == std::uint64_t{mesh.morph_blocks.size()} * mesh.floats_per_block() &&
         all_below(mesh.morph_blocks, mesh.block_count());
}

bool valid_morph_names(const SkinnedMesh& mesh) {
  const std::span<const std::uint32_t> begin = mesh.morph_name_begin;
  if (begin.empty()) return mesh.morphs.empty() && mesh.morph_names.empty();
  if (begin.size() != mesh.morphs.size() + 1) return false;
  return valid_offsets(begin, mesh.morph_names.size());
}

bool valid_streams(const SkinnedMesh& mesh) {
  std::uint64_t first = 0;
  for (const VertexStream& stream : mesh.streams) {
    if (stream.kind != StreamKind::uv && stream.kind != StreamKind::color) return false;
    if (stream.components < 1 || stream.components > 4 || stream.set > kMaxStreamSet) return false;
    if (stream.first_float != first) return false;
    first += std::uint64_t{mesh.vertex_count} * stream.components;
  }
  return first == mesh.stream_floats.size();
}

// Checks the sizes that later checks and views rely on.
void require_sizes(BlobReader& reader, const SkinnedMesh& mesh) {
  reader.require(mesh.has_normals <= 2, "the normals flag is not 0, 1 or 2");
  reader.require(mesh.palette_size >= 1 && mesh.palette_size <= kMaxPaletteSize,
                 "the palette is empty or has more than 65535 entries");
  const std::uint64_t blocks = mesh.block_count();
  reader.require(mesh.vertices.size() == blocks * mesh.floats_per_block() &&
                     mesh.source_vertex.size() == mesh.vertex_count &&
                     (mesh.tangents.empty() || mesh.tangents.size() == blocks * 4 * kMeshBlock) &&
                     (mesh.file_vertex.empty() || mesh.file_vertex.size() == mesh.vertex_count),
                 "arrays of a mesh differ in size");
  reader.require(mesh.joint_bounds.size() == mesh.palette_size, "a palette entry has no bounds");
}

void require_content(BlobReader& reader, const SkinnedMesh& mesh) {
  reader.require(valid_sections(mesh), "influence sections do not cover all vertices in order");
  if (!reader.ok()) return;
  reader.require(all_below(mesh.joints, mesh.palette_size),
                 "an influence refers to an entry outside the palette");
  reader.require(valid_weights(mesh), "the weights of a vertex are not from 0 to 1 with sum 1");
  reader.require(all_finite(mesh.vertices) && all_finite(mesh.tangents) && all_finite(mesh.stream_floats),
                 "a vertex is not finite");
  reader.require(
      all_below(mesh.source_vertex, mesh.vertex_count) && all_below(mesh.file_vertex, mesh.file_vertices),
      "the source vertex of a vertex does not exist");
  reader.require(valid_parts(mesh), "parts do not cover whole triangles in order");
  reader.require(all_below(mesh.indices, mesh.vertex_count),
                 "an index refers to a vertex that does not exist");
  reader.require(valid_bounds(mesh.joint_bounds), "the bounds of a joint are not finite");
  reader.require(valid_morphs(mesh), "morph targets do not cover existing blocks in order");
  reader.require(all_finite(mesh.morph_offsets), "a morph offset is not finite");
  reader.require(valid_morph_names(mesh), "morph names are out of order");
  reader.require(valid_streams(mesh), "vertex streams are not contiguous or have an unknown kind");
}

}  // namespace

std::string_view SkinnedMesh::morph_name(std::uint32_t target) const {
  const std::uint32_t begin = morph_name_begin[target];
  return {morph_names.data() + begin, morph_name_begin[target + 1] - begin};
}

Problem read_skinned_mesh(ByteSpan blob, SkinnedMesh& out) {
  BlobReader reader(blob);
  const auto header = reader.header<SkinnedMeshHeader>();
  SkinnedMesh m;
  m.vertex_count = header.vertex_count;
  m.palette_size = header.palette_size;
  m.has_normals = header.has_normals;
  m.file_vertices = header.file_vertices;
  m.sections = reader.array<InfluenceSection>(header.sections);
  m.vertices = reader.array<float>(header.vertices);
  m.tangents = reader.array<float>(header.tangents);
  m.joints = reader.array<std::uint16_t>(header.joints);
  m.weights = reader.array<float>(header.weights);
  m.indices = reader.array<std::uint32_t>(header.indices);
  m.parts = reader.array<MeshPart>(header.parts);
  m.source_vertex = reader.array<std::uint32_t>(header.source_vertex);
  m.joint_bounds = reader.array<JointBounds>(header.joint_bounds);
  m.morphs = reader.array<MorphRange>(header.morphs);
  m.morph_blocks = reader.array<std::uint32_t>(header.morph_blocks);
  m.morph_offsets = reader.array<float>(header.morph_offsets);
  m.morph_name_begin = reader.array<std::uint32_t>(header.morph_name_begin);
  m.morph_names = reader.array<char>(header.morph_names);
  m.streams = reader.array<VertexStream>(header.streams);
  m.stream_floats = reader.array<float>(header.stream_floats);
  m.file_vertex = reader.array<std::uint32_t>(header.file_vertex);
  if (!reader.ok()) return reader.problem();
  require_sizes(reader, m);
  if (!reader.ok()) return reader.problem();
  require_content(reader, m);
  if (reader.ok()) out = m;
  return reader.problem();
}

}  // namespace skelter
