#include "render/internal/upload_size.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "render/gpu_scene.h"
#include "skelter/skinning/gpu.h"

namespace skelter {
namespace {

constexpr std::uint64_t kLeastLimit = std::uint64_t{256} << 20;
constexpr std::uint64_t kLimitPerMeshByte = 40;
constexpr std::uint64_t kBytesPerPrimitive = 2048;  // a DrawItem, its OpenGL objects and its first geometry
constexpr std::uint64_t kBytesPerJoint = sizeof(Bounds);
// Of an instance with vertices that follow its node, and that therefore has a palette of its own.
constexpr std::uint64_t kBytesPerOwnJoint = sizeof(Mat4d) + 3 * sizeof(Affine);

struct PrimitiveSize {
  std::uint64_t bytes = 0;
  std::uint64_t influence_bytes = 0;  // where it is skinned
  bool has_free_vertices = false;
};

struct Counts {
  std::uint64_t vertices = 0, indices = 0, surfaces = 0, morphs = 0;
  bool has_detail = false;
  std::uint32_t most_influences = 0;
};

PrimitiveSize size_of(const Counts& counts) {
  PrimitiveSize size;
  size.bytes = kBytesPerPrimitive + counts.surfaces * sizeof(Surface) +
               counts.vertices * (sizeof(MotionVertex) + sizeof(AppearanceVertex)) +
               (counts.has_detail ? counts.vertices * sizeof(DetailVertex) : 0) +
               counts.indices * sizeof(std::uint32_t) + counts.morphs * counts.vertices * 2 * sizeof(Vec4);
  if (counts.most_influences > 0)
    size.influence_bytes =
        counts.vertices * (counts.most_influences > 4 ? sizeof(GpuInfluences8) : sizeof(GpuInfluences4));
  return size;
}

PrimitiveSize size_of(const Primitive& primitive) {
  Counts counts;
  counts.vertices = primitive.positions.size();
  counts.indices = primitive.indices.size() + primitive.lines.size() + primitive.points.size();
  counts.surfaces = primitive.materials.size() + 2;
  counts.morphs = primitive.morphs.size();
  counts.has_detail = (primitive.uvs.size() > 1 && !primitive.uvs[1].empty()) || !primitive.tangents.empty();
  bool has_free_vertices = false;
  for (std::size_t v = 0; v + 1 < primitive.influence_begin.size(); ++v) {
    const std::uint32_t count = primitive.influence_begin[v + 1] - primitive.influence_begin[v];
    counts.most_influences = std::max(counts.most_influences, count);
    has_free_vertices = has_free_vertices || count == 0;
  }
  PrimitiveSize size = size_of(counts);
  size.has_free_vertices = has_free_vertices;
  return size;
}

PrimitiveSize size_of(const ModelMesh& mesh) {
  const SkinnedMesh& m = mesh.mesh;
  return size_of(Counts{m.vertex_count, m.indices.size() + mesh.lines.size() + mesh.points.size(),
                        m.parts.size() + 2, m.morphs.size(), has_uv_set(m, 1) || !m.tangents.empty(),
                        m.sections.empty() ? 0 : m.sections.back().influences});
}

std::uint64_t instance_bytes(const Scene& scene, const MeshInstance& instance,
                             const std::vector<PrimitiveSize>& primitives) {
  std::uint64_t bytes = 0;
  for (std::size_t p = 0; p < primitives.size(); ++p) {
    bytes += primitives[p].bytes;
    if (instance.skin == kNone || scene.meshes[instance.mesh].primitives[p].influence_begin.empty()) continue;
    const std::uint64_t joints = scene.skins[instance.skin].joints.size() + 1;
    bytes += primitives[p].influence_bytes +
             joints * (kBytesPerJoint + (primitives[p].has_free_vertices ? kBytesPerOwnJoint : 0));
  }
  return bytes;
}

}  // namespace

UploadSize upload_size(const Scene& scene) {
  UploadSize size;
  std::vector<std::vector<PrimitiveSize>> of_mesh;
  for (const Mesh& mesh : scene.meshes) {
    std::vector<PrimitiveSize>& primitives = of_mesh.emplace_back();
    for (const Primitive& primitive : mesh.primitives) {
      primitives.push_back(size_of(primitive));
      size.mesh_bytes += primitives.back().bytes + primitives.back().influence_bytes;
    }
  }
  std::vector<std::uint64_t> bytes(scene.meshes.size()), instances(scene.meshes.size());
  for (const Node& node : scene.nodes) {
    if (!node.shown) continue;
    for (const MeshInstance& instance : node.meshes) {
      bytes[instance.mesh] += instance_bytes(scene, instance, of_mesh[instance.mesh]);
      ++instances[instance.mesh];
    }
  }
  for (std::size_t m = 0; m < bytes.size(); ++m) {
    size.bytes += bytes[m];
    if (bytes[m] <= size.instances_bytes) continue;
    size.largest_mesh = static_cast<std::uint32_t>(m);
    size.instances = instances[m];
    size.instances_bytes = bytes[m];
  }
  return size;
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
  for (const auto& [vertices, mesh] : known) {
    size.bytes += mesh.bytes;
    if (mesh.bytes <= size.instances_bytes) continue;
    size.largest_mesh = mesh.mesh;
    size.instances = mesh.instances;
    size.instances_bytes = mesh.bytes;
  }
  return size;
}

std::uint64_t default_upload_limit(const UploadSize& size) {
  return kLeastLimit + kLimitPerMeshByte * size.mesh_bytes;
}

namespace {

Result<void> expect_fits(const UploadSize& size, std::uint64_t max_bytes, std::string_view file,
                         std::string_view name) {
  const std::uint64_t most = max_bytes != 0 ? max_bytes : default_upload_limit(size);
  if (size.bytes <= most) return {};
  return Error{
      Status::limit_exceeded,
      "render.too-many-instances",
      "mesh " + (name.empty() ? "#" + std::to_string(size.largest_mesh) : std::string(name)) + " has " +
          std::to_string(size.instances) + (size.instances == 1 ? " instance" : " instances") +
          (size.instances == 1 ? ", which needs " : ", which need ") + std::to_string(size.instances_bytes) +
          " bytes on the graphics card, all meshes together " + std::to_string(size.bytes) +
          "; expected at most " + std::to_string(most),
      {std::string(file), 0, {}, {}}};
}

}  // namespace

Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes) {
  const UploadSize size = upload_size(scene);
  return expect_fits(size, max_bytes, scene.file,
                     size.largest_mesh == kNone ? std::string() : scene.meshes[size.largest_mesh].name);
}

Result<void> expect_upload_fits(const ModelShape& shape, std::uint64_t max_bytes) {
  const UploadSize size = upload_size(shape);
  return expect_fits(size, max_bytes, shape.file,
                     size.largest_mesh == kNone ? std::string_view() : shape.meshes[size.largest_mesh].name);
}

}  // namespace skelter
