#include "render/look/material_look.h"

#include <algorithm>
#include <cmath>

#include "runtime/internal/format/pack_records.h"

namespace skelter {
namespace {

constexpr float kNeutral = 0.76f;  // sRGB
constexpr float kUnseen = 0.004f;  // smaller than one step of 255

}  // namespace

Vec3 linear_from_srgb(const Vec3& c) {
  return {linear_from_srgb(c.x), linear_from_srgb(c.y), linear_from_srgb(c.z)};
}

float neutral_grey() {
  return linear_from_srgb(kNeutral);
}

GpuMaterial gpu_material(const PackMaterial* material, bool linear_colors, TextureState state,
                         Coverage texture_coverage, GLuint texture) {
  GpuMaterial out;
  out.texture = texture;
  Vec4 base{kNeutral, kNeutral, kNeutral, 1};
  bool linear = false;
  if (material != nullptr) {
    const Vec4 given = vec4_of(material->base_color);
    const Vec3 specular = vec3_of(material->specular), emissive = vec3_of(material->emissive);
    const bool black = std::max({given.x, given.y, given.z}) < 0.05f;
    linear = linear_colors;
    // Exporters often leave the colour black if there is a texture. Without the texture, the model would be
    // black.
    if (state == TextureState::missing)
      base = black ? Vec4{base.x, base.y, base.z, given.w}
                   : Vec4{given.x * kNeutral, given.y * kNeutral, given.z * kNeutral, given.w};
    else
      base = given;
    out.specular = linear ? specular : linear_from_srgb(specular);
    out.emissive = linear ? emissive : linear_from_srgb(emissive);
    out.specular_power = material->specular_power;
  }
  // Many exporters write alpha 0 for opaque materials; Direct3D draws these as opaque unless blending is on.
  if (!linear && base.w <= 0) base.w = 1;
  const Vec3 rgb{base.x, base.y, base.z};
  const Vec3 color = linear ? rgb : linear_from_srgb(rgb);
  out.base_color = {color.x, color.y, color.z, base.w};
  if (state == TextureState::present) out.coverage = texture_coverage;
  if (base.w < kSolidAlpha) out.coverage = Coverage::blended;
  if (out.coverage == Coverage::cut_out) out.alpha_cut = 0.5f;
  if (out.coverage == Coverage::blended) out.alpha_cut = kUnseen;
  return out;
}

}  // namespace skelter
