#include "scene/internal/statistics.h"

#include <string_view>
#include <unordered_set>

namespace skelter {
namespace {

void count_meshes(const Scene& scene, SceneTotals& sum) {
  sum.meshes = scene.meshes.size();
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      sum.source_vertices += primitive.source_vertices;
      sum.source_faces += primitive.source_faces;
    }
    // All primitives of a mesh have the same morph targets.
    if (!mesh.primitives.empty()) sum.morph_targets += mesh.primitives.front().morphs.size();
  }
}

void count_drawn(const Scene& scene, SceneTotals& sum) {
  for (const Node& node : scene.nodes) {
    if (!node.synthetic) ++sum.nodes;
    if (!node.shown) continue;
    for (const MeshInstance& instance : node.meshes)
      for (const Primitive& primitive : scene.meshes[instance.mesh].primitives) {
        sum.vertices += counted_vertices(scene, primitive);
        sum.triangles += primitive.indices.size() / 3;
        sum.lines += primitive.lines.size() / 2;
        sum.points += primitive.points.size();
      }
  }
}

void count_joints(const Scene& scene, SceneTotals& sum) {
  std::unordered_set<std::uint32_t> nodes;
  std::unordered_set<std::string_view> names_without_node;
  for (const Skin& skin : scene.skins)
    for (const Joint& joint : skin.joints) {
      if (scene.nodes[joint.node].synthetic)
        names_without_node.insert(joint.name);
      else
        nodes.insert(joint.node);
    }
  sum.skins = scene.skins.size();
  sum.joints = nodes.size() + names_without_node.size();
}

}  // namespace

std::uint64_t counted_vertices(const Scene& scene, const Primitive& primitive) {
  const bool gltf = scene.format == "gltf" || scene.format == "glb";
  return gltf && primitive.normals_generated ? primitive.source_vertices : primitive.positions.size();
}

SceneTotals totals(const Scene& scene) {
  SceneTotals sum;
  count_meshes(scene, sum);
  count_drawn(scene, sum);
  count_joints(scene, sum);
  sum.materials = scene.materials.size();
  sum.textures = scene.textures.size();
  sum.clips = scene.clips.size();
  for (const Clip& clip : scene.clips) {
    sum.channels += clip.channels.size();
    for (const Channel& channel : clip.channels) sum.keys += channel.times_s.size();
  }
  return sum;
}

}  // namespace skelter
