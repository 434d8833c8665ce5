#include "viewer/report/scene_report.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "compile/internal/json_values.h"
#include "scene/internal/words.h"
#include "skelter/math/trig.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/notices.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

using compile::index_or_null;
using compile::indexed_json;
using compile::list_json;
using compile::text_or_null;
using compile::value_or_null;

ViewerJson rgb_json(const Vec3& c) {
  return {c.x, c.y, c.z};
}

ViewerJson file_json(const ViewerData& data, std::uint32_t index) {
  const std::string& path = data.state.files[index];
  const Document* document = data.documents[index].get();
  const FileFacts& facts = data.kept[index].facts;
  const auto if_read = [&](ViewerJson value) { return facts.was_read ? value : ViewerJson(nullptr); };
  return {{"path", path},
          {"name", file_name(path)},
          {"size", value_or_null(facts.bytes)},
          {"active", data.showing && index == data.state.active_file},
          {"found", passes(file_name(path), data.filters.files)},
          {"format", if_read(facts.format)},
          {"encoding", if_read(facts.encoding)},
          {"clips", if_read(facts.clips)},
          {"errors",
           if_read(document != nullptr ? document->all_diagnostics().count(Severity::error) : facts.errors)},
          {"warnings", if_read(document != nullptr ? document->all_diagnostics().count(Severity::warning)
                                                   : facts.warnings)},
          {"error", nullptr}};
}

ViewerJson failed_json(const ViewerData& data, const FailedFile& failed) {
  const auto stamp = file_stamp(failed.path);
  return {{"path", failed.path},
          {"name", file_name(failed.path)},
          {"size", stamp ? ViewerJson(stamp->bytes) : ViewerJson(nullptr)},
          {"active", false},
          {"found", passes(file_name(failed.path), data.filters.files)},
          {"format", nullptr},
          {"encoding", nullptr},
          {"clips", 0},
          {"errors", 1},
          {"warnings", 0},
          {"error", to_string(failed.why)}};
}

ViewerJson clip_json(const ViewerData& data, const Document& document, std::uint32_t index) {
  const Scene& scene = document.scene;
  const Clip& clip = scene.clips[index];
  std::uint64_t keys = 0;
  for (const Channel& channel : clip.channels) keys += channel.times_s.size();
  const std::string name = clip_label(scene, index);
  return {{"name", name},
          {"duration_s", clip.duration_s},
          {"channels", clip.channels.size()},
          {"keys", keys},
          {"frames_per_second", document.frame_rate(index)},
          {"ticks_per_second", value_or_null(clip.ticks_per_second)},
          {"found", passes(name, data.filters.clips)}};
}

ViewerJson node_json(const Document& document, std::uint32_t index, const std::vector<bool>& hidden) {
  const Node& node = document.scene.nodes[index];
  ViewerJson meshes = ViewerJson::array();
  for (const MeshInstance& instance : node.meshes) meshes.push_back(instance.mesh);
  return {{"name", node.name},
          {"parent", index_or_null(node.parent)},
          {"joint", bool{document.bones[index]}},
          {"hidden", !hidden.empty() && hidden[index]},
          {"shown_in_file", node.shown},
          {"meshes", meshes}};
}

ViewerJson mesh_json(const Mesh& mesh) {
  std::size_t vertices = 0, triangles = 0, morphs = 0;
  for (const Primitive& primitive : mesh.primitives) {
    vertices += primitive.positions.size();
    triangles += primitive.indices.size() / 3;
    morphs = std::max(morphs, primitive.morphs.size());
  }
  return {{"name", mesh.name},
          {"primitives", mesh.primitives.size()},
          {"vertices", vertices},
          {"triangles", triangles},
          {"morph_targets", morphs}};
}

// An image that a material uses, and whether it was found.
void add_texture_use(ViewerJson& list, const Document& document, const char* use, std::uint32_t texture) {
  const Scene& scene = document.scene;
  if (texture >= scene.textures.size()) return;
  const Texture& named = scene.textures[texture];
  std::string name = named.name;
  if (name.empty() && named.image < scene.images.size())
    name = scene.images[named.image].name.empty() ? scene.images[named.image].uri
                                                  : scene.images[named.image].name;
  const bool found = texture < document.textures.size() && document.textures[texture].has_value();
  list.push_back({{"use", use},
                  {"name", name},
                  {"width", found ? ViewerJson(document.textures[texture]->width) : ViewerJson(nullptr)},
                  {"height", found ? ViewerJson(document.textures[texture]->height) : ViewerJson(nullptr)}});
}

ViewerJson material_json(const Document& document, const Material& material) {
  ViewerJson textures = ViewerJson::array();
  add_texture_use(textures, document, "base_color", material.base_color_texture);
  ViewerJson json = {
      {"name", material.name},
      {"base_color",
       {material.base_color.x, material.base_color.y, material.base_color.z, material.base_color.w}},
      {"emissive", rgb_json(material.emissive)},
      {"double_sided", material.double_sided}};
  if (const auto& pbr = material.pbr) {
    constexpr const char* kAlphaModes[] = {"opaque", "mask", "blend"};
    add_texture_use(textures, document, "metallic_roughness", pbr->metallic_roughness.texture);
    add_texture_use(textures, document, "normal", pbr->normal.texture);
    add_texture_use(textures, document, "occlusion", pbr->occlusion.texture);
    add_texture_use(textures, document, "emissive", pbr->emissive.texture);
    json["kind"] = pbr->unlit ? "unlit" : "metallic_roughness";
    json["metallic"] = pbr->metallic;
    json["roughness"] = pbr->roughness;
    json["normal_scale"] = pbr->normal_scale;
    json["occlusion_strength"] = pbr->occlusion_strength;
    json["emissive_strength"] = pbr->emissive_strength;
    json["alpha_mode"] = kAlphaModes[static_cast<std::size_t>(pbr->alpha_mode)];
    json["alpha_cutoff"] = pbr->alpha_cutoff;
    json["transmission"] = pbr->transmission;
  } else {
    json["kind"] = "specular";
    json["specular"] = rgb_json(material.specular);
    json["specular_power"] = material.specular_power;
    json["effect"] = material.effect ? ViewerJson(material.effect->file) : ViewerJson(nullptr);
  }
  json["textures"] = textures;
  return json;
}

ViewerJson skin_json(const Skin& skin) {
  return {{"name", skin.name},
          {"joints", list_json(skin.joints, [](const Joint& joint) { return index_or_null(joint.node); })}};
}

ViewerJson morph_json(const ViewerData& data, const Document& document, const NamedMorph& morph) {
  const auto& held = data.state.morphs;
  const bool by_hand = std::any_of(held.begin(), held.end(),
                                   [&](const MorphSetting& setting) { return setting.name == morph.name; });
  return {{"name", morph.name},
          {"weight", morph_weight(document.scene, morph, node_pose(data))},
          {"held", by_hand},
          {"places", morph.places.size()}};
}

ViewerJson camera_json(const Scene& scene, std::uint32_t index) {
  const SceneCamera& camera = scene.cameras[index];
  return {{"name", camera_label(scene, index)},
          {"orthographic", camera.orthographic},
          {"fov_y_deg", camera.orthographic ? ViewerJson(nullptr)
                                            : ViewerJson(double{camera.fov_y_rad} * 180 / std::numbers::pi)}};
}

ViewerJson light_json(const SceneLight& light) {
  return {{"name", light.name},
          {"kind", to_text(light.kind)},
          {"color", rgb_json(light.color)},
          {"intensity", light.intensity},
          {"range", value_or_null(light.range)}};
}

ViewerJson statistics_json(const Document& document) {
  const SceneTotals& totals = document.totals;
  const Millimetres mm = millimetres(document);
  return {{"nodes", totals.nodes},
          {"joints", totals.joints},
          {"skins", totals.skins},
          {"meshes", totals.meshes},
          {"vertices", totals.vertices},
          {"source_vertices", totals.source_vertices},
          {"triangles", totals.triangles},
          {"materials", totals.materials},
          {"textures", totals.textures},
          {"clips", totals.clips},
          {"channels", totals.channels},
          {"keys", totals.keys},
          {"morph_targets", totals.morph_targets},
          {"extent", document.extent},
          {"millimetres_per_unit", mm.per_unit},
          {"millimetres_assumed", mm.assumed},
          {"grid_step", grid_step(document.extent)},
          {"generator", value_or_null(document.scene.generator)},
          {"copyright", document.scene.copyright}};
}

}  // namespace

ViewerJson files_json(const ViewerData& data) {
  ViewerJson list = indexed_json(data.documents.size(), [&](std::uint32_t i) { return file_json(data, i); });
  for (const FailedFile& failed : data.failed) list.push_back(failed_json(data, failed));
  return list;
}

void add_scene(ViewerJson& json, const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr) {
    for (const char* name : {"clips", "nodes", "meshes", "materials", "skins", "morph_targets", "cameras",
                             "file_lights", "graphs_in_file"})
      json[name] = ViewerJson::array();
    json["statistics"] = nullptr;
    return;
  }
  const Scene& scene = document->scene;
  const std::vector<bool> hidden = hidden_nodes(data);
  json["clips"] =
      indexed_json(scene.clips.size(), [&](std::uint32_t i) { return clip_json(data, *document, i); });
  json["nodes"] =
      indexed_json(scene.nodes.size(), [&](std::uint32_t i) { return node_json(*document, i, hidden); });
  json["meshes"] = list_json(scene.meshes, mesh_json);
  json["materials"] = list_json(scene.materials,
                                [&](const Material& material) { return material_json(*document, material); });
  json["skins"] = list_json(scene.skins, skin_json);
  json["morph_targets"] = list_json(
      document->morphs, [&](const NamedMorph& morph) { return morph_json(data, *document, morph); });
  json["cameras"] =
      indexed_json(scene.cameras.size(), [&](std::uint32_t i) { return camera_json(scene, i); });
  json["file_lights"] = list_json(scene.lights, light_json);
  json["graphs_in_file"] = document->graphs;
  json["statistics"] = statistics_json(*document);
}

ViewerJson lint_json(const ViewerData& data) {
  const Document* document = data.document();
  if (document == nullptr || !document->findings) return nullptr;
  return list_json(*document->findings, [&](const LintFinding& finding) -> ViewerJson {
    return {{"rule", std::string(finding.rule)},
            {"ok", finding.ok},
            {"value", std::isfinite(finding.value) ? ViewerJson(finding.value) : ViewerJson(nullptr)},
            {"unit", std::string(finding.unit)},
            {"threshold", value_or_null(finding.threshold)},
            {"clip", finding.clip == kNone ? ViewerJson(nullptr)
                                           : ViewerJson(clip_label(document->scene, finding.clip))},
            {"clip_index", index_or_null(finding.clip)},
            {"time_s", value_or_null(finding.time_s)},
            {"object", text_or_null(finding.object)},
            {"note", text_or_null(finding.note)},
            {"confidence", std::string(to_text(finding.confidence))},
            {"advice", text_or_null(finding.advice)}};
  });
}

ViewerJson keys_json(const ViewerData& data) {
  const Document* document = data.document();
  const std::uint32_t node = data.state.selection.node;
  if (document == nullptr || node == kNone || data.state.clip == kNone) return nullptr;
  const Clip& clip = document->scene.clips[data.state.clip];
  ViewerJson channels = ViewerJson::array();
  for (const Channel& channel : clip.channels)
    if (clip.targets[channel.target].node == node)
      channels.push_back({{"path", to_text(channel.path)},
                          {"interpolation", to_text(channel.interpolation)},
                          {"times_s", channel.times_s},
                          {"values", channel.values}});
  return {{"joint", document->scene.nodes[node].name},
          {"node", node},
          {"clip", clip_label(document->scene, data.state.clip)},
          {"channels", channels}};
}

ViewerJson export_json(const ViewerData& data) {
  const ExportSettings& settings = data.export_settings;
  return {{"path", settings.path},
          {"width", settings.width},
          {"height", settings.height},
          {"fps", settings.fps},
          {"film", settings.video},
          {"from_s", value_or_null(settings.from_s)},
          {"to_s", value_or_null(settings.to_s)},
          {"turntable_deg", settings.turntable_deg},
          {"running", data.export_progress.has_value() || data.to_export.has_value()}};
}

ViewerJson conversion_json(const ViewerData& data) {
  const Conversion& conversion = data.conversion;
  if (!conversion.written || conversion.document != data.document_number()) return nullptr;
  ViewerJson losses = ViewerJson::array(), files = ViewerJson::array();
  for (const Diagnostic& loss : conversion.written->losses.entries())
    losses.push_back({{"lost", loss.severity != Severity::note},
                      {"code", loss.code},
                      {"object", loss.spot.object},
                      {"message", loss.message},
                      {"text", loss_line(loss)}});
  for (const SideFile& file : conversion.written->files)
    files.push_back({{"name", file.name}, {"size", file.bytes.size()}});
  return {{"path", conversion.path},
          {"size", conversion.written->bytes.size()},
          {"replaces", file_exists(conversion.path)},
          {"files", files},
          {"losses", losses}};
}

}  // namespace skelter
