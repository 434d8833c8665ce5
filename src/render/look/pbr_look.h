#pragma once
// Converts a glTF material to values of the metallic-roughness shader.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "render/gl/gl_handles.h"
#include "runtime/internal/format/pack_records.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/pack_scene.h"

namespace skelter {

class GpuTextures;
struct GpuMaterial;

// Maps of a material, in the order of the shader's arrays and of PackMaterial::maps.
enum class MapSlot : std::uint8_t { base_color, metallic_roughness, normal, occlusion, emissive };
inline constexpr std::size_t kMapSlots = kPackMaps;

// Per texture: whether a glTF material uses it.
std::vector<bool> textures_of_pbr(const PackLook& look);

// One map; `texture` is 0 without an image.
struct GpuMap {
  GLuint texture = 0;
  int uv_set = 0;               // 0 or 1
  Vec3 u{1, 0, 0}, v{0, 1, 0};  // their dot products with (u, v, 1) are the texture coordinates
};

struct GpuPbr {
  std::array<GpuMap, kMapSlots> maps;
  float metallic = 1;
  float roughness = 1;
  float normal_scale = 1;
  float occlusion_strength = 1;
  bool solid = true;  // whether both the factor and the image are opaque
  bool unlit = false;
  bool double_sided = false;

  const GpuMap& map(MapSlot slot) const { return maps[static_cast<std::size_t>(slot)]; }
};

// Precondition: the material has the flag kPackPbr. A map without an image is skipped; drawn_instead()
// describes the result.
GpuMaterial gpu_pbr_material(const PackMaterial& material, GpuTextures& textures);

// Describes the substitute for a missing image, for a message: "drawn in light grey".
std::string drawn_instead(const PackLook& look, std::uint32_t texture);

}  // namespace skelter
