#include "scene/internal/mesh_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/internal/statistics.h"

namespace skelter {
namespace {

template <class T>
void add_fact_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

void add_attributes(const Primitive& primitive, std::vector<std::string>& attributes) {
  if (!primitive.positions.empty()) add_fact_once<std::string>(attributes, "position");
  if (!primitive.normals.empty() && !primitive.normals_generated)
    add_fact_once<std::string>(attributes, "normal");
  if (!primitive.tangents.empty()) add_fact_once<std::string>(attributes, "tangent");
  for (std::size_t set = 0; set < primitive.uvs.size(); ++set)
    add_fact_once(attributes, fmt::format("uv{}", set));
  if (!primitive.colors.empty()) add_fact_once<std::string>(attributes, "color0");
  for (const VertexAttribute& extra : primitive.extra)
    add_fact_once(attributes, fmt::format("{}{}", extra.semantic, extra.set));
}

std::size_t most_influences(const Primitive& primitive) {
  std::size_t most = 0;
  for (std::size_t v = 1; v < primitive.influence_begin.size(); ++v)
    most = std::max<std::size_t>(most, primitive.influence_begin[v] - primitive.influence_begin[v - 1]);
  return most;
}

MeshFacts mesh_facts_of(const Scene& scene, const Mesh& mesh) {
  MeshFacts facts;
  facts.name = mesh.name;
  for (const Primitive& primitive : mesh.primitives) {
    facts.source_vertices += primitive.source_vertices;
    facts.vertices += counted_vertices(scene, primitive);
    facts.source_faces += primitive.source_faces;
    facts.triangles += primitive.indices.size() / 3;
    facts.lines += primitive.lines.size() / 2;
    facts.points += primitive.points.size();
    add_attributes(primitive, facts.attributes);
    for (const std::uint32_t material : primitive.materials)
      if (material != kNone) add_fact_once(facts.materials, material);
    facts.max_influences = std::max(facts.max_influences, most_influences(primitive));
    facts.morph_targets = std::max(facts.morph_targets, primitive.morphs.size());
  }
  return facts;
}

}  // namespace

std::vector<MeshFacts> mesh_facts(const Scene& scene) {
  std::vector<MeshFacts> list;
  for (const Mesh& mesh : scene.meshes) list.push_back(mesh_facts_of(scene, mesh));
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes) {
      if (instance.skin == kNone) continue;
      MeshFacts& facts = list[instance.mesh];
      facts.skinned = true;
      facts.joints = std::max(facts.joints, scene.skins[instance.skin].joints.size());
    }
  return list;
}

}  // namespace skelter
