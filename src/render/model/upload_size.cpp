#include "render/model/internal/upload_size.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "render/model/gpu_scene.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

constexpr std::uint64_t kMinLimit = std::uint64_t{256} << 20;
constexpr std::uint64_t kLimitPerMeshByte = 40;
constexpr std::uint64_t kBytesPerPrimitive = 2048;  // a DrawItem, its OpenGL objects and its first geometry

PrimitiveSize size_of(const ModelMesh& mesh) {
  const SkinnedMesh& m = mesh.mesh;
  return primitive_size(
      PrimitiveCounts{m.vertex_count, m.indices.size() + mesh.lines.size() + mesh.points.size(),
                      m.parts.size() + 2, m.morphs.size(), has_uv_set(m, 1) || !m.tangents.empty(),
                      m.sections.empty() ? 0 : m.sections.back().influences});
}

}  // namespace

PrimitiveSize primitive_size(const PrimitiveCounts& counts) {
  PrimitiveSize size;
  size.bytes = kBytesPerPrimitive + counts.surfaces * sizeof(Surface) +
               counts.vertices * (sizeof(MotionVertex) + sizeof(AppearanceVertex)) +
               (counts.has_detail ? counts.vertices * sizeof(DetailVertex) : 0) +
               counts.indices * sizeof(std::uint32_t) + counts.morphs * counts.vertices * 2 * sizeof(Vec4);
  if (counts.most_influences > 0)
    size.influence_bytes =
        counts.vertices * (counts.most_influences > 4 ? sizeof(GpuInfluences<8>) : sizeof(GpuInfluences<4>));
  return size;
}

void UploadSize::add(std::uint32_t mesh, std::uint64_t mesh_instances, std::uint64_t mesh_instances_bytes) {
  bytes += mesh_instances_bytes;
  if (mesh_instances_bytes <= instances_bytes) return;
  largest_mesh = mesh;
  instances = mesh_instances;
  instances_bytes = mesh_instances_bytes;
}

UploadSize upload_size(const ModelShape& shape) {
  struct Known {
    std::uint32_t mesh = 0;
    std::uint64_t bytes = 0, instances = 0;
  };
  UploadSize size;
  std::map<const float*, Known> known;
  for (std::uint32_t i = 0; i < shape.meshes.size(); ++i) {
    const ModelSkin& skin = shape.skins[shape.meshes[i].skin];
    const bool is_free = skin.node_entry != kNone, is_rigid = is_free && skin.size == 1;
    PrimitiveSize primitive = size_of(shape.meshes[i]);
    if (is_rigid) primitive.influence_bytes = 0;
    const auto [at, is_new] = known.try_emplace(shape.meshes[i].mesh.vertices.data());
    if (is_new) at->second.mesh = i;
    if (is_new) size.mesh_bytes += primitive.bytes + primitive.influence_bytes;
    if (!skin.shown) continue;
    at->second.bytes += primitive.bytes + primitive.influence_bytes;
    if (!is_rigid)
      at->second.bytes +=
          (skin.size + (is_free ? 0 : 1)) * (kBytesPerJoint + (is_free ? kBytesPerOwnJoint : 0));
    ++at->second.instances;
  }
  for (const auto& [vertices, mesh] : known) size.add(mesh.mesh, mesh.instances, mesh.bytes);
  return size;
}

std::uint64_t default_upload_limit(const UploadSize& size) {
  return kMinLimit + kLimitPerMeshByte * size.mesh_bytes;
}

Result<void> expect_upload_fits(const UploadSize& size, std::uint64_t max_bytes, std::string_view file,
                                std::string_view mesh) {
  const std::uint64_t most = max_bytes != 0 ? max_bytes : default_upload_limit(size);
  if (size.bytes <= most) return {};
  return Error{
      Status::limit_exceeded,
      "render.too-many-instances",
      "mesh " + (mesh.empty() ? "#" + std::to_string(size.largest_mesh) : std::string(mesh)) + " has " +
          std::to_string(size.instances) + (size.instances == 1 ? " instance" : " instances") +
          (size.instances == 1 ? ", which needs " : ", which need ") + std::to_string(size.instances_bytes) +
          " bytes on the graphics card; all meshes together need " + std::to_string(size.bytes) +
          "; expected at most " + std::to_string(most),
      {std::string(file), 0, {}, {}}};
}

Result<void> expect_upload_fits(const ModelShape& shape, std::uint64_t max_bytes) {
  const UploadSize size = upload_size(shape);
  return expect_upload_fits(
      size, max_bytes, shape.file,
      size.largest_mesh == kNone ? std::string_view() : shape.meshes[size.largest_mesh].name);
}

}  // namespace skelter
