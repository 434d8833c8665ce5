#include "render/internal/upload_size.h"

#include <algorithm>
#include <string>
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

PrimitiveSize size_of(const Primitive& primitive) {
  PrimitiveSize size;
  const std::uint64_t vertices = primitive.positions.size();
  const bool has_detail =
      (primitive.uvs.size() > 1 && !primitive.uvs[1].empty()) || !primitive.tangents.empty();
  size.bytes =
      kBytesPerPrimitive + (primitive.materials.size() + 2) * sizeof(Surface) +
      vertices * (sizeof(MotionVertex) + sizeof(AppearanceVertex)) +
      (has_detail ? vertices * sizeof(DetailVertex) : 0) +
      (primitive.indices.size() + primitive.lines.size() + primitive.points.size()) * sizeof(std::uint32_t) +
      primitive.morphs.size() * vertices * 2 * sizeof(Vec4);
  std::uint32_t most = 0;
  for (std::size_t v = 0; v + 1 < primitive.influence_begin.size(); ++v) {
    const std::uint32_t count = primitive.influence_begin[v + 1] - primitive.influence_begin[v];
    most = std::max(most, count);
    size.has_free_vertices = size.has_free_vertices || count == 0;
  }
  if (most > 0)
    size.influence_bytes = vertices * (most > 4 ? sizeof(GpuInfluences8) : sizeof(GpuInfluences4));
  return size;
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

std::uint64_t default_upload_limit(const UploadSize& size) {
  return kLeastLimit + kLimitPerMeshByte * size.mesh_bytes;
}

Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes) {
  const UploadSize size = upload_size(scene);
  const std::uint64_t most = max_bytes != 0 ? max_bytes : default_upload_limit(size);
  if (size.bytes <= most) return {};
  const std::string& name = scene.meshes[size.largest_mesh].name;
  return Error{Status::limit_exceeded,
               "render.too-many-instances",
               "mesh " + (name.empty() ? "#" + std::to_string(size.largest_mesh) : name) + " has " +
                   std::to_string(size.instances) + (size.instances == 1 ? " instance" : " instances") +
                   (size.instances == 1 ? ", which needs " : ", which need ") +
                   std::to_string(size.instances_bytes) +
                   " bytes on the graphics card, all meshes together " + std::to_string(size.bytes) +
                   "; expected at most " + std::to_string(most),
               {scene.file, 0, {}, {}}};
}

}  // namespace skelter
