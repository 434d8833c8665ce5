#include "cli/output/scene_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <unordered_set>

#include "cli/output/json_text.h"
#include "scene/internal/statistics.h"

namespace skelter::cli {
namespace {

template <class T>
void add_once(std::vector<T>& list, const T& value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

void add_attributes(const Primitive& primitive, std::vector<std::string>& attributes) {
  if (!primitive.positions.empty()) add_once<std::string>(attributes, "position");
  if (!primitive.normals.empty() && !primitive.normals_generated) add_once<std::string>(attributes, "normal");
  if (!primitive.tangents.empty()) add_once<std::string>(attributes, "tangent");
  for (std::size_t set = 0; set < primitive.uvs.size(); ++set) add_once(attributes, fmt::format("uv{}", set));
  if (!primitive.colors.empty()) add_once<std::string>(attributes, "color0");
  for (const VertexAttribute& extra : primitive.extra)
    add_once(attributes, fmt::format("{}{}", extra.semantic, extra.set));
}

std::size_t max_influences(const Primitive& primitive) {
  std::size_t most = 0;
  for (std::size_t v = 1; v < primitive.influence_begin.size(); ++v)
    most = std::max<std::size_t>(most, primitive.influence_begin[v] - primitive.influence_begin[v - 1]);
  return most;
}

MeshFacts facts_of(const Scene& scene, const Mesh& mesh) {
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
      if (material != kNone) add_once(facts.materials, material);
    facts.max_influences = std::max(facts.max_influences, max_influences(primitive));
    facts.morph_targets = std::max(facts.morph_targets, primitive.morphs.size());
  }
  return facts;
}

const char* to_text(Interpolation interpolation) {
  constexpr const char* kWords[] = {"linear", "step", "cubic"};
  return kWords[static_cast<std::size_t>(interpolation)];
}

}  // namespace

std::vector<MeshFacts> mesh_facts(const Scene& scene) {
  std::vector<MeshFacts> list;
  for (const Mesh& mesh : scene.meshes) list.push_back(facts_of(scene, mesh));
  for (const Node& node : scene.nodes)
    for (const MeshInstance& instance : node.meshes) {
      if (instance.skin == kNone) continue;
      MeshFacts& facts = list[instance.mesh];
      facts.skinned = true;
      facts.joints = std::max(facts.joints, scene.skins[instance.skin].joints.size());
    }
  return list;
}

ClipFacts clip_facts(const Clip& clip) {
  ClipFacts facts;
  std::unordered_set<std::string> seen;
  for (const ClipTarget& target : clip.targets)
    if (seen.insert(target.name).second) facts.targets.push_back(target.name);
  for (const Channel& channel : clip.channels) {
    facts.keys += channel.times_s.size();
    facts.keys_by_kind[static_cast<std::size_t>(channel.path)] += channel.times_s.size();
    add_once<std::string>(facts.interpolations, to_text(channel.interpolation));
  }
  for (const PropertyChannel& property : clip.properties) facts.other_keys += property.times_s.size();
  return facts;
}

namespace {

// Member by member; null where there is none.
const Json& inside(const Json& value, std::initializer_list<const char*> names) {
  static const Json kNothing;
  const Json* at = &value;
  for (const char* name : names) {
    const auto found = at->is_object() ? at->find(name) : at->end();
    if (!at->is_object() || found == at->end()) return kNothing;
    at = &*found;
  }
  return *at;
}

std::size_t list_size(const Json& value) {
  return value.is_array() || value.is_object() ? value.size() : 0;
}

}  // namespace

std::optional<VrmFacts> vrm_facts(const Scene& scene) {
  if (scene.carried.extensions.find("\"VRM") == std::string::npos) return std::nullopt;
  const Json extensions = Json::parse(scene.carried.extensions, nullptr, false);
  VrmFacts facts;
  bool any = false;
  for (const char* name : {"VRMC_vrm", "VRMC_vrm_animation"}) {
    any = any || inside(extensions, {name}).is_object();
    for (const char* kind : {"preset", "custom"})
      facts.expressions += list_size(inside(extensions, {name, "expressions", kind}));
  }
  facts.spring_chains += list_size(inside(extensions, {"VRMC_springBone", "springs"}));
  any = any || inside(extensions, {"VRM"}).is_object();
  facts.expressions += list_size(inside(extensions, {"VRM", "blendShapeMaster", "blendShapeGroups"}));
  for (const Json& group : inside(extensions, {"VRM", "secondaryAnimation", "boneGroups"}))
    facts.spring_chains += list_size(inside(group, {"bones"}));
  return any ? std::optional<VrmFacts>(facts) : std::nullopt;
}

}  // namespace skelter::cli
