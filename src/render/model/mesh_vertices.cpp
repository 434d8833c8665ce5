#include "render/model/mesh_vertices.h"

#include <algorithm>
#include <cmath>

#include "render/look/material_look.h"
#include "runtime/internal/format/mesh_records.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/skinning/linear_skinning_job.h"

namespace skelter {
namespace {

// Returns the stream, or null if there is none.
const VertexStream* stream_of(const SkinnedMesh& mesh, StreamKind kind, std::uint32_t set) {
  for (const VertexStream& stream : mesh.streams)
    if (stream.kind == kind && stream.set == set) return &stream;
  return nullptr;
}

float component(const SkinnedMesh& mesh, const VertexStream& stream, std::size_t vertex, std::uint32_t i,
                float without) {
  return i < stream.components ? mesh.stream_floats[stream.first_float + vertex * stream.components + i]
                               : without;
}

Vec2 uv_at(const SkinnedMesh& mesh, const VertexStream& stream, std::size_t vertex) {
  return {component(mesh, stream, vertex, 0, 0), component(mesh, stream, vertex, 1, 0)};
}

// Reads rows `row` to `row` + 2 of a block with rows of four floats.
Vec3 read_rows(std::span<const float> floats, std::size_t first_float, std::size_t lane, std::size_t row) {
  const float* at = floats.data() + first_float + row * kMeshBlock + lane;
  return {at[0], at[kMeshBlock], at[2 * kMeshBlock]};
}

// Calls `use(vertex, position offset, normal offset)` for vertices that a morph target may move.
template <class Use>
void each_offset(const SkinnedMesh& mesh, const MorphRange& target, const Use& use) {
  const std::size_t floats = mesh.floats_per_block();
  for (std::uint32_t i = 0; i < target.block_count; ++i) {
    const std::uint32_t first = mesh.morph_blocks[target.first_block + i] * kMeshBlock;
    const std::size_t at = (target.first_block + i) * floats;
    for (std::uint32_t lane = 0; lane < kMeshBlock && first + lane < mesh.vertex_count; ++lane)
      use(first + lane, read_rows(mesh.morph_offsets, at, lane, 0),
          mesh.has_normals != 0 ? read_rows(mesh.morph_offsets, at, lane, 3) : Vec3{});
  }
}

}  // namespace

std::uint16_t to_16_bits(float v) {
  return static_cast<std::uint16_t>(std::lround(std::clamp(v, 0.0f, 1.0f) * 65535.0f));
}

std::vector<MotionVertex> rest_vertices(const SkinnedMesh& mesh) {
  std::vector<MotionVertex> vertices(mesh.vertex_count);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const std::size_t block = v / kMeshBlock * mesh.floats_per_block(), lane = v % kMeshBlock;
    vertices[v].position = read_rows(mesh.vertices, block, lane, 0);
    if (mesh.has_normals != 0) vertices[v].normal = read_rows(mesh.vertices, block, lane, 3);
  }
  return vertices;
}

std::vector<AppearanceVertex> appearance_of(const SkinnedMesh& mesh, bool linear_colors) {
  std::vector<AppearanceVertex> vertices(mesh.vertex_count, {{}, {65535, 65535, 65535, 65535}});
  const VertexStream* uvs = stream_of(mesh, StreamKind::uv, 0);
  const VertexStream* colors = stream_of(mesh, StreamKind::color, 0);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (uvs != nullptr) vertices[v].uv = uv_at(mesh, *uvs, v);
    if (colors == nullptr) continue;
    const auto channel = [&](std::uint32_t i) { return component(mesh, *colors, v, i, 1); };
    const Vec3 given{channel(0), channel(1), channel(2)};
    const Vec3 rgb = linear_colors ? given : linear_from_srgb(given);
    vertices[v].color = {to_16_bits(rgb.x), to_16_bits(rgb.y), to_16_bits(rgb.z), to_16_bits(channel(3))};
  }
  return vertices;
}

std::vector<DetailVertex> details_of(const SkinnedMesh& mesh) {
  std::vector<DetailVertex> vertices(mesh.vertex_count);
  const VertexStream* uvs = stream_of(mesh, StreamKind::uv, 1);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (uvs != nullptr) vertices[v].uv = uv_at(mesh, *uvs, v);
    if (mesh.tangents.empty()) continue;
    const std::size_t block = v / kMeshBlock * 4 * kMeshBlock, lane = v % kMeshBlock;
    const Vec3 along = read_rows(mesh.tangents, block, lane, 0);
    vertices[v].tangent = {along.x, along.y, along.z, mesh.tangents[block + 3 * kMeshBlock + lane]};
  }
  return vertices;
}

bool has_uv_set(const SkinnedMesh& mesh, std::uint32_t set) {
  return stream_of(mesh, StreamKind::uv, set) != nullptr;
}

bool has_colors(const SkinnedMesh& mesh) {
  return stream_of(mesh, StreamKind::color, 0) != nullptr;
}

bool has_solid_colors(const SkinnedMesh& mesh) {
  const VertexStream* colors = stream_of(mesh, StreamKind::color, 0);
  for (std::size_t v = 0; colors != nullptr && v < mesh.vertex_count; ++v)
    if (component(mesh, *colors, v, 3, 1) < 1) return false;
  return true;
}

std::vector<std::vector<Influence>> influences_of(const SkinnedMesh& mesh) {
  std::vector<std::vector<Influence>> of_vertex(mesh.vertex_count);
  for (const InfluenceSection& section : mesh.sections)
    for (std::uint32_t v = 0; v < section.vertex_count; ++v)
      for (std::uint32_t i = 0; i < section.influences; ++i) {
        const std::size_t at =
            (std::size_t{v} / kMeshBlock * section.influences + i) * kMeshBlock + v % kMeshBlock;
        const float weight = section.influences == 1 ? 1 : mesh.weights[section.first_weight + at];
        if (weight > 0)
          of_vertex[section.first_vertex + v].push_back({mesh.joints[section.first_joint + at], weight});
      }
  return of_vertex;
}

std::vector<Vec4> morph_texels(const SkinnedMesh& mesh) {
  std::vector<Vec4> texels(mesh.morphs.size() * mesh.vertex_count * 2);
  for (std::size_t target = 0; target < mesh.morphs.size(); ++target)
    each_offset(mesh, mesh.morphs[target], [&](std::uint32_t v, const Vec3& position, const Vec3& normal) {
      const std::size_t at = 2 * (target * mesh.vertex_count + v);
      texels[at] = {position.x, position.y, position.z, 0};
      texels[at + 1] = {normal.x, normal.y, normal.z, 0};
    });
  return texels;
}

std::vector<MotionVertex> morphed_vertices(const SkinnedMesh& mesh, std::span<const float> morph_weights) {
  std::vector<MotionVertex> vertices = rest_vertices(mesh);
  for (std::size_t m = 0; m < morph_weights.size() && m < mesh.morphs.size(); ++m) {
    if (morph_weights[m] == 0) continue;
    each_offset(mesh, mesh.morphs[m], [&](std::uint32_t v, const Vec3& position, const Vec3& normal) {
      vertices[v].position += position * morph_weights[m];
      vertices[v].normal += normal * morph_weights[m];
    });
  }
  return vertices;
}

std::vector<MotionVertex> skinned_vertices(const SkinnedMesh& mesh, std::span<const Affine> palette,
                                           std::span<const float> morph_weights) {
  std::vector<MotionVertex> vertices(mesh.vertex_count);
  if (vertices.empty()) return vertices;
  AlignedBytes morphed;
  LinearSkinningJob job;
  job.mesh = &mesh;
  job.palette = palette;
  if (!morph_weights.empty() && !mesh.morphs.empty()) {
    morphed = AlignedBytes(mesh.vertices.size_bytes());
    MorphJob morph;
    morph.mesh = &mesh;
    morph.weights = morph_weights.first(std::min(morph_weights.size(), mesh.morphs.size()));
    morph.out_vertices = {reinterpret_cast<float*>(morphed.data()), mesh.vertices.size()};
    if (morph.run() == Status::ok) job.vertices = morph.out_vertices;
  }
  AlignedBytes scratch(LinearSkinningJob::scratch_bytes(mesh.palette_size));
  job.scratch = {scratch.data(), scratch.size()};
  constexpr std::uint32_t kStride = sizeof(MotionVertex) / sizeof(float);
  const std::size_t floats = vertices.size() * kStride;
  job.out.positions = {&vertices[0].position.x, floats};
  job.out.position_stride = kStride;
  if (mesh.has_normals != 0) job.out.normals = {&vertices[0].normal.x, floats - 3};
  job.out.normal_stride = kStride;
  (void)job.run();  // cannot fail, because the sizes match
  return vertices;
}

std::vector<Bounds> reach_of_vertices(const SkinnedMesh& mesh) {
  std::vector<Bounds> reach(mesh.vertex_count);
  const std::vector<MotionVertex> vertices = rest_vertices(mesh);
  for (std::size_t v = 0; v < reach.size(); ++v) reach[v].add(to_double(vertices[v].position));
  for (const MorphRange& target : mesh.morphs)
    each_offset(mesh, target, [&](std::uint32_t v, const Vec3& offset, const Vec3&) {
      const Vec3d o = to_double(offset);
      reach[v].min += Vec3d{std::min(o.x, 0.0), std::min(o.y, 0.0), std::min(o.z, 0.0)};
      reach[v].max += Vec3d{std::max(o.x, 0.0), std::max(o.y, 0.0), std::max(o.z, 0.0)};
    });
  return reach;
}

}  // namespace skelter
