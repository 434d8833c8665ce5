#include <algorithm>
#include <cstring>

#include "compile/unpack/unpack.h"
#include "core/internal/memory_budget.h"
#include "runtime/internal/format/mesh_records.h"
#include "skelter/scene/build.h"

namespace skelter {
namespace {

Error refuse_mesh(Status status, std::string message) {
  return {status, "pack.bad", std::move(message), {}};
}

class MeshUnpacker {
 public:
  explicit MeshUnpacker(const SkinnedMesh& mesh) : mesh_(mesh) {}

  Primitive run(std::uint32_t joint_count) {
    const std::size_t rows = mesh_.floats_per_block() / kMeshBlock;
    out_.positions = read_rows<Vec3>(mesh_.vertices, rows, 0);
    if (mesh_.has_normals != 0) out_.normals = read_rows<Vec3>(mesh_.vertices, rows, 3);
    out_.normals_generated = mesh_.has_normals == 2;
    if (!mesh_.tangents.empty()) out_.tangents = read_rows<Vec4>(mesh_.tangents, 4, 0);
    for (const VertexStream& stream : mesh_.streams) read_stream(stream);
    for (std::uint32_t target = 0; target < mesh_.morphs.size(); ++target) read_morph(target);
    for (const std::uint32_t index : mesh_.indices) out_.indices.push_back(mesh_.source_vertex[index]);
    read_parts();
    read_influences(joint_count);
    out_.source_vertices = mesh_.file_vertices;
    out_.source_vertex.assign(mesh_.file_vertex.begin(), mesh_.file_vertex.end());
    out_.source_faces = static_cast<std::uint32_t>(out_.indices.size() / 3);
    return std::move(out_);
  }

 private:
  // Reads the value of every vertex from its rows in blocks of `row_count` rows.
  template <class Value>
  std::vector<Value> read_rows(std::span<const float> floats, std::size_t row_count,
                               std::size_t first) const {
    constexpr std::size_t kWidth = sizeof(Value) / sizeof(float);
    std::vector<Value> values(mesh_.vertex_count);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const float* rows = &floats[(v / kMeshBlock * row_count + first) * kMeshBlock + v % kMeshBlock];
      float numbers[kWidth];
      for (std::size_t i = 0; i < kWidth; ++i) numbers[i] = rows[i * kMeshBlock];
      std::memcpy(static_cast<void*>(&values[mesh_.source_vertex[v]]), numbers, sizeof(Value));
    }
    return values;
  }

  template <class Value>
  std::vector<Value> read_floats(const VertexStream& stream) const {
    std::vector<Value> values(mesh_.vertex_count);
    const std::size_t bytes = std::min<std::size_t>(stream.components * sizeof(float), sizeof(Value));
    for (std::size_t v = 0; v < values.size(); ++v)
      std::memcpy(static_cast<void*>(&values[mesh_.source_vertex[v]]),
                  &mesh_.stream_floats[stream.first_float + v * stream.components], bytes);
    return values;
  }

  void read_stream(const VertexStream& stream) {
    if (mesh_.vertex_count == 0) return;
    if (stream.kind == StreamKind::color) {
      out_.colors = read_floats<Vec4>(stream);
      return;
    }
    out_.uvs.resize(std::max<std::size_t>(out_.uvs.size(), stream.set + 1));
    out_.uvs[stream.set] = read_floats<Vec2>(stream);
  }

  void read_morph(std::uint32_t index) {
    MorphTarget& target = out_.morphs.emplace_back();
    if (!mesh_.morph_name_begin.empty()) target.name = mesh_.morph_name(index);
    target.position_offsets.resize(mesh_.vertex_count);
    if (mesh_.has_normals != 0) target.normal_offsets.resize(mesh_.vertex_count);
    const MorphRange& range = mesh_.morphs[index];
    for (std::uint32_t i = 0; i < range.block_count; ++i) {
      const std::uint32_t first = mesh_.morph_blocks[range.first_block + i] * kMeshBlock;
      const float* rows = &mesh_.morph_offsets[std::size_t{range.first_block + i} * mesh_.floats_per_block()];
      for (std::uint32_t v = first; v < std::min(first + kMeshBlock, mesh_.vertex_count); ++v, ++rows) {
        const auto row = [&](std::size_t r) { return rows[r * kMeshBlock]; };
        const std::uint32_t place = mesh_.source_vertex[v];
        target.position_offsets[place] = {row(0), row(1), row(2)};
        if (mesh_.has_normals != 0) target.normal_offsets[place] = {row(3), row(4), row(5)};
      }
    }
    const auto still = [](const Vec3& offset) { return offset == Vec3{}; };
    if (std::all_of(target.normal_offsets.begin(), target.normal_offsets.end(), still))
      target.normal_offsets.clear();
  }

  void read_parts() {
    for (const MeshPart& part : mesh_.parts) {
      const auto slot = static_cast<std::uint32_t>(out_.materials.size());
      out_.materials.push_back(part.material);
      if (mesh_.parts.size() > 1)
        out_.triangle_slots.insert(out_.triangle_slots.end(), part.index_count / 3, slot);
    }
  }

  void read_influences(std::uint32_t joint_count) {
    std::vector<std::vector<Influence>> of(mesh_.vertex_count);
    bool any = false;
    for (const InfluenceSection& section : mesh_.sections)
      for (std::uint32_t v = 0; v < section.vertex_count; ++v) {
        std::vector<Influence>& influences = of[mesh_.source_vertex[section.first_vertex + v]];
        for (std::uint32_t i = 0; i < section.influences; ++i) {
          const std::size_t at = (v / kMeshBlock * section.influences + i) * kMeshBlock + v % kMeshBlock;
          const std::uint32_t joint = mesh_.joints[section.first_joint + at];
          const float weight = section.influences == 1 ? 1 : mesh_.weights[section.first_weight + at];
          if (weight > 0 && joint < joint_count) influences.push_back({joint, weight});
        }
        any = any || !influences.empty();
      }
    if (!any) return;
    for (std::vector<Influence>& influences : of) append_influences(out_, std::move(influences));
  }

  const SkinnedMesh& mesh_;
  Primitive out_;
};

}  // namespace

Result<Primitive> unpack_mesh(const SkinnedMesh& mesh, std::uint32_t joint_count, MemoryBudget& budget) {
  // Morph targets without offsets need no space in a pack, but one offset per vertex here.
  const std::uint64_t vertices = mesh.vertex_count;
  if (!budget.take(vertices * (256 + mesh.morphs.size() * 2 * sizeof(Vec3))))
    return refuse_mesh(Status::limit_exceeded, "the mesh takes more memory than the limit of " +
                                                   std::to_string(budget.limit()) + " bytes");
  std::vector<bool> seen(mesh.vertex_count);
  for (const std::uint32_t vertex : mesh.source_vertex) {
    if (seen[vertex]) return refuse_mesh(Status::bad_data, "two vertices have the same source");
    seen[vertex] = true;
  }
  return MeshUnpacker(mesh).run(joint_count);
}

}  // namespace skelter
