#include "render/look/pbr_look.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "render/look/material_look.h"
#include "render/model/gpu_scene.h"
#include "runtime/internal/format/pack_records.h"

namespace skelter {
namespace {

constexpr MapSlot kSlots[kMapSlots] = {MapSlot::base_color, MapSlot::metallic_roughness, MapSlot::normal,
                                       MapSlot::occlusion, MapSlot::emissive};

TextureContent content_of(MapSlot slot) {
  return slot == MapSlot::base_color || slot == MapSlot::emissive ? TextureContent::color
                                                                  : TextureContent::data;
}

// Applies KHR_texture_transform: scale, then rotation (anticlockwise, with v downwards), then offset.
GpuMap gpu_map(const PackMap& use, GLuint texture) {
  GpuMap map;
  map.texture = texture;
  map.uv_set = use.uv_set == 1 ? 1 : 0;
  const float c = std::cos(use.rotation_rad), s = std::sin(use.rotation_rad);
  map.u = {c * use.scale[0], s * use.scale[1], use.offset[0]};
  map.v = {-s * use.scale[0], c * use.scale[1], use.offset[1]};
  return map;
}

// Indexed by PackMaterial::alpha_mode.
constexpr Coverage kCoverages[] = {Coverage::opaque, Coverage::cut_out, Coverage::blended};

const PackMap& use_of(const PackMaterial& material, MapSlot slot) {
  return material.maps[static_cast<std::size_t>(slot)];
}

bool is_pbr(const PackMaterial& material) {
  return (material.flags & kPackPbr) != 0;
}

std::string_view instead_of(MapSlot slot) {
  switch (slot) {
    case MapSlot::base_color:
      return "drawn in light grey";
    case MapSlot::metallic_roughness:
      return "drawn without its metallic-roughness map, as a non-metal";
    case MapSlot::normal:
      return "drawn without its normal map";
    case MapSlot::occlusion:
      return "drawn without its occlusion map";
    default:
      return "drawn without its emissive map, and does not glow";
  }
}

}  // namespace

std::vector<bool> textures_of_pbr(const PackLook& look) {
  std::vector<bool> used(look.textures.size(), false);
  for (const PackMaterial& material : look.materials)
    for (const PackMap& map : material.maps)
      if (is_pbr(material) && map.texture < used.size()) used[map.texture] = true;
  return used;
}

GpuMaterial gpu_pbr_material(const PackMaterial& material, GpuTextures& textures) {
  GpuMaterial out;
  GpuPbr pbr;
  const auto is_missing = [&](MapSlot slot) {
    return use_of(material, slot).texture != kNone && pbr.map(slot).texture == 0;
  };
  for (const MapSlot slot : kSlots) {
    const PackMap& use = use_of(material, slot);
    if (use.texture != kNone)
      pbr.maps[static_cast<std::size_t>(slot)] = gpu_map(use, textures.need(use.texture, content_of(slot)));
  }
  const Vec4 base = vec4_of(material.base_color);
  const Coverage coverage = kCoverages[material.alpha_mode];
  const float grey = is_missing(MapSlot::base_color) ? neutral_grey() : 1;
  out.base_color = {base.x * grey, base.y * grey, base.z * grey, base.w};
  out.texture = pbr.map(MapSlot::base_color).texture;
  if (out.texture == 0) out.texture = textures.white();
  // Factors assume that their maps exist: without the maps, everything would be metallic or emissive.
  if (!is_missing(MapSlot::emissive)) out.emissive = vec3_of(material.emissive) * material.emissive_strength;
  pbr.metallic = is_missing(MapSlot::metallic_roughness) ? 0 : std::clamp(material.metallic, 0.0f, 1.0f);
  pbr.roughness = std::clamp(material.roughness, 0.0f, 1.0f);
  pbr.normal_scale = material.normal_scale;
  pbr.occlusion_strength = std::clamp(material.occlusion_strength, 0.0f, 1.0f);
  pbr.solid = base.w >= 1 && textures.is_solid(use_of(material, MapSlot::base_color).texture);
  pbr.unlit = (material.flags & kPackUnlit) != 0;
  pbr.double_sided = (material.flags & kPackDoubleSided) != 0;
  out.coverage = coverage;
  out.alpha_cut = coverage == Coverage::cut_out ? material.alpha_cutoff : 0;
  out.pbr = pbr;
  return out;
}

std::string drawn_instead(const PackLook& look, std::uint32_t texture) {
  std::string text;
  std::size_t users = 0;
  for (std::size_t m = 0; m < look.materials.size(); ++m) {
    const PackMaterial& material = look.materials[m];
    std::string what;
    for (const MapSlot slot : kSlots)
      if (is_pbr(material) && use_of(material, slot).texture == texture)
        what.append(what.empty() ? "" : ", ").append(instead_of(slot));
    if (what.empty() || ++users > 1) continue;
    const std::string_view name = look.text(material.name);
    text.append("material ")
        .append(name.empty() ? "#" + std::to_string(m) : std::string(name))
        .append(" is ")
        .append(what);
  }
  if (users == 2) text += "; so is one more material";
  if (users > 2) text += "; so are " + std::to_string(users - 1) + " more materials";
  return users == 0 ? "drawn in light grey" : text;
}

}  // namespace skelter
