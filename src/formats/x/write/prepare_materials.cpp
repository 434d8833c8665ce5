#include "formats/x/write/prepare_materials.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scene/internal/drawn_alpha.h"
#include "scene/internal/phong_extras.h"
#include "scene/internal/words.h"
#include "skelter/math/color.h"

namespace skelter::x {
namespace {

// Share of light that a dielectric reflects at normal incidence; glTF 2.0, appendix B.
constexpr float kDielectric = 0.04f;
constexpr float kLargestPower = 1000;

// Computes in double precision, so that short decimals survive the round trip.
float srgb_from_linear(float linear) {
  return static_cast<float>(skelter::srgb_from_linear(double{linear}));
}
Vec3 srgb_from_linear(const Vec3& c) {
  return {srgb_from_linear(c.x), srgb_from_linear(c.y), srgb_from_linear(c.z)};
}

// Specular power for a highlight with this roughness: the inverse of the conversion in the glTF writer.
float power_of(float roughness) {
  if (roughness >= 1) return 0;
  return std::min(kLargestPower, 2 / (std::max(roughness, 0.01f) * std::max(roughness, 0.01f)) - 2);
}

void make_phong(Material& material) {
  const PbrMaterial& pbr = *material.pbr;
  const Vec3 color{material.base_color.x, material.base_color.y, material.base_color.z};
  const Vec3 shown = srgb_from_linear(color);
  if (!has_phong_extras(material)) {
    const float dull = kDielectric * (1 - pbr.metallic);
    material.specular = srgb_from_linear(
        {dull + color.x * pbr.metallic, dull + color.y * pbr.metallic, dull + color.z * pbr.metallic});
    material.specular_power = power_of(pbr.roughness);
  }
  const float strength = pbr.emissive_strength;
  material.emissive = srgb_from_linear(
      {material.emissive.x * strength, material.emissive.y * strength, material.emissive.z * strength});
  // Opaque materials ignore alpha.
  const DrawnAlpha drawn = drawn_alpha(material);
  material.base_color = {shown.x, shown.y, shown.z, drawn.mode == AlphaMode::opaque ? 1.0f : drawn.alpha};
  material.pbr.reset();
}

// Names of glTF textures other than base colour.
std::string dropped_textures(const PbrMaterial& pbr) {
  std::string names;
  for (const auto& [use, name] :
       {std::pair{&pbr.normal, "normal"}, std::pair{&pbr.metallic_roughness, "metallic-roughness"},
        std::pair{&pbr.occlusion, "occlusion"}, std::pair{&pbr.emissive, "emissive"}})
    if (use->texture != kNone) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

}  // namespace

void materials_of_direct3d(Scene& scene, Diagnostics& losses) {
  for (std::size_t m = 0; m < scene.materials.size(); ++m) {
    Material& material = scene.materials[m];
    if (!material.pbr) continue;
    const SourceSpot spot{scene.file, 0, std::nullopt, label_of("Material", material.name, m)};
    if (const std::string names = dropped_textures(*material.pbr); !names.empty())
      losses.add(Severity::warning, "x.textures-dropped", spot,
                 "textures for " + names + ", which .x cannot hold; dropped");
    make_phong(material);
  }
  for (Mesh& mesh : scene.meshes)
    for (Primitive& primitive : mesh.primitives)
      for (Vec4& color : primitive.colors)
        color = {srgb_from_linear(color.x), srgb_from_linear(color.y), srgb_from_linear(color.z), color.w};
}

}  // namespace skelter::x
