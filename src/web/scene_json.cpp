#include "web/scene_json.h"

#include <set>

#include "compile/internal/json_values.h"
#include "scene/internal/drawn_alpha.h"
#include "skelter/scene/edit.h"

namespace skelter::web {
namespace {

using compile::index_or_null;
using compile::list_json;
using compile::value_or_null;

Json node_json(const Node& node) {
  return {{"name", node.name},
          {"parent", index_or_null(node.parent)},
          {"shown", node.shown},
          {"synthetic", node.synthetic},
          {"rest", node.rest.m},
          {"meshes", list_json(node.meshes, [](const MeshInstance& instance) -> Json {
             return {{"mesh", instance.mesh}, {"skin", index_or_null(instance.skin)}};
           })}};
}

Json part_json(const Primitive& part) {
  return {{"vertices", part.positions.size()},
          {"triangles", part.indices.size() / 3},
          {"lines", part.lines.size() / 2},
          {"points", part.points.size()},
          {"skinned", !part.influence_begin.empty()},
          {"morphs", list_json(part.morphs, [](const MorphTarget& morph) -> Json { return morph.name; })},
          {"materials", list_json(part.materials, index_or_null)}};
}

// Returns null without a texture.
Json map_json(const TextureUse& use) {
  if (use.texture == kNone) return nullptr;
  return {{"texture", use.texture},
          {"uv_set", use.uv_set},
          {"offset", {use.offset.x, use.offset.y}},
          {"rotation_rad", use.rotation_rad},
          {"scale", {use.scale.x, use.scale.y}}};
}

Json maps_json(const Material& material) {
  if (!material.pbr) return {{"base_color", map_json(TextureUse{.texture = material.base_color_texture})}};
  const PbrMaterial& pbr = *material.pbr;
  TextureUse base_color = pbr.base_color;
  base_color.texture = material.base_color_texture;
  return {{"base_color", map_json(base_color)},
          {"metallic_roughness", map_json(pbr.metallic_roughness)},
          {"normal", map_json(pbr.normal)},
          {"occlusion", map_json(pbr.occlusion)},
          {"emissive", map_json(pbr.emissive)}};
}

Json material_json(const Material& material) {
  const DrawnAlpha alpha = drawn_alpha(material);
  const PbrMaterial pbr = material.pbr.value_or(PbrMaterial{});
  return {{"name", material.name},
          {"base_color",
           {material.base_color.x, material.base_color.y, material.base_color.z, material.base_color.w}},
          {"base_color_texture", index_or_null(material.base_color_texture)},
          {"double_sided", material.double_sided},
          {"blended", alpha.mode == AlphaMode::blend},
          {"alpha", alpha.alpha},
          {"alpha_cutoff", alpha.mode == AlphaMode::mask ? Json(pbr.alpha_cutoff) : Json(nullptr)},
          {"maps", maps_json(material)},
          {"emissive",
           {material.emissive.x * pbr.emissive_strength, material.emissive.y * pbr.emissive_strength,
            material.emissive.z * pbr.emissive_strength}},
          {"normal_scale", pbr.normal_scale},
          {"occlusion_strength", pbr.occlusion_strength},
          {"unlit", pbr.unlit},
          {"metallic", material.pbr ? Json(material.pbr->metallic) : Json(nullptr)},
          {"roughness", material.pbr ? Json(material.pbr->roughness) : Json(nullptr)}};
}

Json wrap_json(const Scene& scene, const Texture& texture) {
  constexpr const char* kNames[] = {"repeat", "mirrored_repeat", "clamp_to_edge"};
  const TextureSampler sampler =
      texture.sampler == kNone ? TextureSampler{} : scene.samplers[texture.sampler];
  return {kNames[static_cast<std::size_t>(sampler.wrap_u)], kNames[static_cast<std::size_t>(sampler.wrap_v)]};
}

Json clip_json(const Scene& scene, std::uint32_t index) {
  const Clip& clip = scene.clips[index];
  std::size_t keys = 0;
  std::set<std::uint32_t> nodes;
  for (const Channel& channel : clip.channels) {
    keys += channel.times_s.size();
    if (clip.targets[channel.target].node != kNone) nodes.insert(clip.targets[channel.target].node);
  }
  return {{"name", value_or_null(clip.name)},
          {"label", clip_label(scene, index)},
          {"duration_s", clip.duration_s},
          {"ticks_per_second", value_or_null(clip.ticks_per_second)},
          {"channels", clip.channels.size()},
          {"keys", keys},
          {"nodes", nodes}};
}

}  // namespace

Json scene_json(const Scene& scene) {
  Json clips = Json::array();
  for (std::uint32_t c = 0; c < scene.clips.size(); ++c) clips.push_back(clip_json(scene, c));
  return {
      {"format", scene.format},
      {"encoding", scene.encoding},
      {"generator", value_or_null(scene.generator)},
      {"metres_per_unit", value_or_null(scene.metres_per_unit)},
      {"clips", clips},
      {"nodes", list_json(scene.nodes, node_json)},
      {"meshes", list_json(scene.meshes,
                           [](const Mesh& mesh) -> Json {
                             return {{"name", mesh.name}, {"parts", list_json(mesh.primitives, part_json)}};
                           })},
      {"skins", list_json(scene.skins,
                          [](const Skin& skin) -> Json {
                            return {{"name", skin.name}, {"joints", skin.joints.size()}};
                          })},
      {"materials", list_json(scene.materials, material_json)},
      {"textures", list_json(scene.textures,
                             [&](const Texture& texture) -> Json {
                               return {{"name", texture.name},
                                       {"image", index_or_null(texture.image)},
                                       {"wrap", wrap_json(scene, texture)}};
                             })},
      {"images", list_json(scene.images,
                           [](const SceneImage& image) -> Json {
                             return {{"name", image.name},
                                     {"uri", image.uri},
                                     {"mime_type", image.mime_type},
                                     {"bytes", image.bytes.size()}};
                           })},
      {"diagnostics", to_json(scene.diagnostics)}};
}

}  // namespace skelter::web
