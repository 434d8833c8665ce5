#include "render/pbr_look.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "render/gpu_scene.h"
#include "render/material_look.h"

namespace skelter {
namespace {

constexpr MapSlot kSlots[kMapSlots] = {MapSlot::base_color, MapSlot::metallic_roughness, MapSlot::normal,
                                       MapSlot::occlusion, MapSlot::emissive};

TextureContent content_of(MapSlot slot) {
  return slot == MapSlot::base_color || slot == MapSlot::emissive ? TextureContent::color
                                                                  : TextureContent::data;
}

// KHR_texture_transform: scaled, then turned anticlockwise as v runs down, then moved.
GpuMap gpu_map(const TextureUse& use, GLuint texture) {
  GpuMap map;
  map.texture = texture;
  map.uv_set = use.uv_set == 1 ? 1 : 0;
  const float c = std::cos(use.rotation_rad), s = std::sin(use.rotation_rad);
  map.u = {c * use.scale.x, s * use.scale.y, use.offset.x};
  map.v = {-s * use.scale.x, c * use.scale.y, use.offset.y};
  return map;
}

Coverage coverage_of_mode(AlphaMode mode) {
  switch (mode) {
    case AlphaMode::mask:
      return Coverage::cut_out;
    case AlphaMode::blend:
      return Coverage::blended;
    default:
      return Coverage::opaque;
  }
}

std::string_view instead_of(MapSlot slot) {
  switch (slot) {
    case MapSlot::base_color:
      return "drawn in light grey";
    case MapSlot::metallic_roughness:
      return "drawn without its metallic-roughness map, as no metal";
    case MapSlot::normal:
      return "drawn without its normal map";
    case MapSlot::occlusion:
      return "drawn without its occlusion map";
    default:
      return "drawn without its emissive map, as not glowing";
  }
}

}  // namespace

const TextureUse& use_of(const PbrMaterial& pbr, MapSlot slot) {
  switch (slot) {
    case MapSlot::base_color:
      return pbr.base_color;
    case MapSlot::metallic_roughness:
      return pbr.metallic_roughness;
    case MapSlot::normal:
      return pbr.normal;
    case MapSlot::occlusion:
      return pbr.occlusion;
    default:
      return pbr.emissive;
  }
}

std::vector<bool> textures_of_pbr(const Scene& scene) {
  std::vector<bool> used(scene.textures.size(), false);
  for (const Material& material : scene.materials)
    for (const MapSlot slot : kSlots)
      if (material.pbr)
        if (const std::uint32_t texture = use_of(*material.pbr, slot).texture; texture < used.size())
          used[texture] = true;
  return used;
}

GpuMaterial gpu_pbr_material(const Material& material, GpuTextures& textures) {
  const PbrMaterial& given = *material.pbr;
  GpuMaterial out;
  GpuPbr pbr;
  const auto is_missing = [&](MapSlot slot) {
    return use_of(given, slot).texture != kNone && pbr.map(slot).texture == 0;
  };
  for (const MapSlot slot : kSlots) {
    const TextureUse& use = use_of(given, slot);
    if (use.texture != kNone)
      pbr.maps[static_cast<std::size_t>(slot)] = gpu_map(use, textures.need(use.texture, content_of(slot)));
  }
  const DrawnAlpha drawn = drawn_alpha(material);
  const Vec4 base{material.base_color.x, material.base_color.y, material.base_color.z, drawn.alpha};
  const float grey = is_missing(MapSlot::base_color) ? neutral_grey() : 1;
  out.base_color = {base.x * grey, base.y * grey, base.z * grey, base.w};
  out.texture = pbr.map(MapSlot::base_color).texture;
  if (out.texture == 0) out.texture = textures.white();
  // Factors are meant for their maps: without them all would be metal, or glow.
  if (!is_missing(MapSlot::emissive)) out.emissive = material.emissive * given.emissive_strength;
  pbr.metallic = is_missing(MapSlot::metallic_roughness) ? 0 : std::clamp(given.metallic, 0.0f, 1.0f);
  pbr.roughness = std::clamp(given.roughness, 0.0f, 1.0f);
  pbr.normal_scale = given.normal_scale;
  pbr.occlusion_strength = std::clamp(given.occlusion_strength, 0.0f, 1.0f);
  pbr.solid = base.w >= 1 && textures.is_solid(given.base_color.texture);
  pbr.unlit = given.unlit;
  pbr.double_sided = material.double_sided;
  out.coverage = coverage_of_mode(drawn.mode);
  out.alpha_cut = drawn.mode == AlphaMode::mask ? given.alpha_cutoff : 0;
  out.pbr = pbr;
  return out;
}

std::string drawn_instead(const Scene& scene, std::uint32_t texture) {
  std::string text;
  std::size_t users = 0;
  for (std::size_t m = 0; m < scene.materials.size(); ++m) {
    const Material& material = scene.materials[m];
    std::string what;
    if (material.pbr)
      for (const MapSlot slot : kSlots)
        if (use_of(*material.pbr, slot).texture == texture)
          what.append(what.empty() ? "" : ", ").append(instead_of(slot));
    if (what.empty() || ++users > 1) continue;
    const std::string name = material.name.empty() ? "#" + std::to_string(m) : material.name;
    text.append("material ").append(name).append(" is ").append(what);
  }
  if (users == 2) text += "; one more material too";
  if (users > 2) text += "; " + std::to_string(users - 1) + " more materials too";
  return users == 0 ? "drawn in light grey" : text;
}

}  // namespace skelter
