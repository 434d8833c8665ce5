#include "picture/internal/scene_upload.h"

#include <algorithm>
#include <string>
#include <vector>

namespace skelter {
namespace {

struct PrimitiveBytes {
  PrimitiveSize size;
  bool has_free_vertices = false;
};

PrimitiveBytes bytes_of(const Primitive& primitive) {
  PrimitiveCounts counts;
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
  return {primitive_size(counts), has_free_vertices};
}

std::uint64_t instance_bytes(const Scene& scene, const MeshInstance& instance,
                             const std::vector<PrimitiveBytes>& primitives) {
  std::uint64_t bytes = 0;
  for (std::size_t p = 0; p < primitives.size(); ++p) {
    bytes += primitives[p].size.bytes;
    if (instance.skin == kNone || scene.meshes[instance.mesh].primitives[p].influence_begin.empty()) continue;
    const std::uint64_t joints = scene.skins[instance.skin].joints.size() + 1;
    bytes += primitives[p].size.influence_bytes +
             joints * (kBytesPerJoint + (primitives[p].has_free_vertices ? kBytesPerOwnJoint : 0));
  }
  return bytes;
}

}  // namespace

UploadSize upload_size(const Scene& scene) {
  UploadSize size;
  std::vector<std::vector<PrimitiveBytes>> of_mesh;
  for (const Mesh& mesh : scene.meshes) {
    std::vector<PrimitiveBytes>& primitives = of_mesh.emplace_back();
    for (const Primitive& primitive : mesh.primitives) {
      primitives.push_back(bytes_of(primitive));
      size.mesh_bytes += primitives.back().size.bytes + primitives.back().size.influence_bytes;
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
  for (std::uint32_t m = 0; m < bytes.size(); ++m) size.add(m, instances[m], bytes[m]);
  return size;
}

Result<void> expect_upload_fits(const Scene& scene, std::uint64_t max_bytes) {
  const UploadSize size = upload_size(scene);
  return expect_upload_fits(
      size, max_bytes, scene.file,
      size.largest_mesh == kNone ? std::string() : scene.meshes[size.largest_mesh].name);
}

}  // namespace skelter
