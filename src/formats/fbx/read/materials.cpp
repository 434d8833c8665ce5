// Materials with their textures and pictures.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "formats/fbx/read/textures.h"

namespace skelter::fbx {
namespace {

bool is_word_ignoring_case(std::string_view text, std::string_view word) {
  if (text.size() != word.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] | 0x20) != (word[i] | 0x20)) return false;
  return true;
}

Vec3d color_of(const ObjectGraph& g, std::uint32_t o, std::string_view name, std::string_view old_name,
               const Vec3d& absent) {
  return g.vector(o, name, g.vector(o, old_name, absent));
}

float unit_range(double x) {
  return static_cast<float>(std::clamp(x, 0.0, 1.0));
}
Vec3 unit_color(const Vec3d& c) {
  return {unit_range(c.x), unit_range(c.y), unit_range(c.z)};
}

// Colour (0,0,0) and colour (1,1,1) with factor 0 or 1 are what programs write for solid things.
double alpha_of(const ObjectGraph& g, std::uint32_t o) {
  const double opacity = g.number(o, "Opacity", 1);
  if (opacity != 1) return std::clamp(opacity, 0.0, 1.0);
  const Vec3d color = g.vector(o, "TransparentColor", {});
  const double factor = g.number(o, "TransparencyFactor", 0), mean = (color.x + color.y + color.z) / 3;
  if (factor > 0 && factor < 1 && mean > 0) return std::clamp(1 - factor * mean, 0.0, 1.0);
  return 1;
}

bool writer_is_blender(const SceneBuilder& b) {
  return b.scene.generator && b.scene.generator->find("Blender") != std::string::npos;
}

// The phong that Blender makes of its Principled material, and back.
void read_blender(const ObjectGraph& g, std::uint32_t o, Material& material) {
  PbrMaterial pbr;
  const double shininess = g.number(o, "Shininess", g.number(o, "ShininessExponent", 25));
  pbr.roughness = unit_range(1 - std::sqrt(std::max(shininess, 0.0)) / 10);
  pbr.metallic = unit_range(g.number(o, "ReflectionFactor", 0));
  material.base_color.w = unit_range(1 - g.number(o, "TransparencyFactor", 0));
  pbr.emissive_strength = 1;
  pbr.alpha_mode = material.base_color.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
  pbr.base_color.texture = material.base_color_texture;
  material.pbr = pbr;
}

// The first texture on one of these properties, or kNone.
TextureUse texture_on(SceneBuilder& b, std::uint32_t material,
                      std::initializer_list<std::string_view> properties) {
  for (const std::string_view property : properties)
    for (const std::uint32_t c : b.graph.incoming(material)) {
      const Connection& connection = b.graph.connections[c];
      if (!connection.to_property || connection.property != property) continue;
      const TextureUse use = texture_use(b, connection.child);
      if (use.texture != kNone) return use;
    }
  return {};
}

struct PbrNames {
  std::string_view base, metallic, roughness, emissive, normal, opacity;
};

// Families of physical materials by the start of their property names.
const PbrNames* pbr_names(const ObjectGraph& g, std::uint32_t o) {
  static constexpr PbrNames kFamilies[] = {
      {"3dsMax|Parameters|base_color", "3dsMax|Parameters|metalness", "3dsMax|Parameters|roughness",
       "3dsMax|Parameters|emit_color", "3dsMax|Parameters|bump_map", ""},
      {"3dsMax|Parameters|base_color", "3dsMax|Parameters|base_metalness",
       "3dsMax|Parameters|specular_roughness", "3dsMax|Parameters|emission_color",
       "3dsMax|Parameters|geometry_normal", "3dsMax|Parameters|geometry_opacity"},
      {"3dsMax|main|baseColor", "3dsMax|main|metalness", "3dsMax|main|roughness", "3dsMax|main|emissionColor",
       "3dsMax|main|normal", "3dsMax|main|Alpha"},
      {"3dsMax|main|base_color", "3dsMax|main|metalness", "3dsMax|main|roughness", "3dsMax|main|emit_color",
       "3dsMax|main|norm", "3dsMax|main|opacity"},
      {"3dsMax|main|basecolor", "3dsMax|main|metalness", "3dsMax|main|roughness", "3dsMax|main|emit_color",
       "3dsMax|main|norm", "3dsMax|main|opacity"},
      {"Maya|baseColor", "Maya|metalness", "Maya|specularRoughness", "Maya|emissionColor",
       "Maya|normalCamera", ""},
      {"Maya|base_color", "Maya|metallic", "Maya|roughness", "Maya|emissive", "Maya|normal", ""},
  };
  for (const PbrNames& names : kFamilies)
    if (g.has_property(o, names.base) &&
        (g.has_property(o, names.roughness) || g.has_property(o, names.metallic)))
      return &names;
  return nullptr;
}

void read_pbr(SceneBuilder& b, std::uint32_t o, const PbrNames& names, Material& material) {
  const ObjectGraph& g = b.graph;
  PbrMaterial pbr;
  const Vec3 base = unit_color(g.vector(o, names.base, {1, 1, 1}));
  material.base_color = {base.x, base.y, base.z, unit_range(g.number(o, names.opacity, 1))};
  pbr.metallic = unit_range(g.number(o, names.metallic, 0));
  pbr.roughness = unit_range(g.number(o, names.roughness, 0.5));
  const double strength = g.number(o, "3dsMax|Parameters|emission", g.number(o, "Maya|emission", 1));
  material.emissive = unit_color(g.vector(o, names.emissive, {}) * std::clamp(strength, 0.0, 1.0));
  const std::string base_map = std::string(names.base) + "_map",
                    normal_map = std::string(names.normal) + "_map",
                    base_map_2 = std::string(names.base) + "Map";
  pbr.base_color = texture_on(b, o, {names.base, base_map, base_map_2, "3dsMax|main|base_color_map"});
  if (pbr.base_color.texture != kNone) material.base_color = {1, 1, 1, material.base_color.w};
  material.base_color_texture = pbr.base_color.texture;
  pbr.normal = texture_on(b, o, {names.normal, normal_map});
  pbr.emissive = texture_on(b, o, {names.emissive});
  pbr.alpha_mode = material.base_color.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
  pbr.unlit = g.integer(o, "3dsMax|main|extension|unlit", 0) != 0;
  material.double_sided = g.integer(o, "3dsMax|main|DoubleSided", 0) != 0;
  material.pbr = pbr;
}

void read_phong(SceneBuilder& b, std::uint32_t o, Material& material) {
  const ObjectGraph& g = b.graph;
  const TextureUse base = texture_on(b, o, {"DiffuseColor", "Diffuse", "Maya|DiffuseTexture"});
  material.base_color_texture = base.texture;
  Vec3d diffuse = color_of(g, o, "DiffuseColor", "Diffuse", {0.8, 0.8, 0.8});
  diffuse = diffuse * g.number(o, "DiffuseFactor", 1);
  // Maya and Blender leave their default grey where a texture hangs.
  const bool grey = diffuse.x == diffuse.y && diffuse.y == diffuse.z;
  if (base.texture != kNone && grey && (std::abs(diffuse.x - 0.5) < 1e-6 || std::abs(diffuse.x - 0.8) < 1e-6))
    diffuse = {1, 1, 1};
  const Vec3 rgb = unit_color(diffuse);
  material.base_color = {rgb.x, rgb.y, rgb.z, static_cast<float>(alpha_of(g, o))};
  material.emissive =
      unit_color(color_of(g, o, "EmissiveColor", "Emissive", {}) * g.number(o, "EmissiveFactor", 1));
  std::string_view model = b.tree.text(g.child_record(o, "ShadingModel"));
  if (model.empty()) model = g.text(o, "ShadingModel");
  if (is_word_ignoring_case(model, "phong")) {
    material.specular = unit_color(color_of(g, o, "SpecularColor", "Specular", {0.2, 0.2, 0.2}) *
                                   g.number(o, "SpecularFactor", 1));
    material.specular_power = static_cast<float>(
        std::clamp(g.number(o, "ShininessExponent", g.number(o, "Shininess", 20)), 0.0, 1e4));
  }
  if (writer_is_blender(b)) read_blender(g, o, material);
  if (material.pbr) {
    material.pbr->base_color = base;
    material.pbr->normal = texture_on(b, o, {"NormalMap"});
    material.pbr->emissive = texture_on(b, o, {"EmissiveColor"});
  }
  std::uint64_t left_out = 0;
  for (const std::uint32_t c : g.incoming(o)) {
    const Connection& connection = g.connections[c];
    const std::string_view name = connection.property;
    if (connection.to_property && (name.substr(0, 7) == "Ambient" || name.substr(0, 10) == "Reflection" ||
                                   name.substr(0, 12) == "Displacement"))
      ++left_out;
  }
  if (left_out != 0)
    b.note("fbx.texture-use", o, "a texture for ambient light, reflection or displacement; left out",
           left_out);
}

// Old files hang textures on the model; the first one is its base colour.
void read_old_textures(SceneBuilder& b) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::model) continue;
    const std::uint32_t texture = b.graph.first_child(o, Kind::texture);
    if (texture == kNone) continue;
    const TextureUse use = texture_use(b, texture);
    for (const std::uint32_t m : b.graph.children(o, Kind::material)) {
      Material& material = b.scene.materials[b.material_of_object[m]];
      if (material.base_color_texture != kNone) continue;
      material.base_color_texture = use.texture;
      if (material.pbr) material.pbr->base_color = use;
    }
  }
}

}  // namespace

Result<void> read_materials(SceneBuilder& b) {
  if (auto read = read_textures(b); !read) return read;
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::material) continue;
    if (auto taken = b.take_memory(o, 2, sizeof(Material) + b.graph.objects[o].name.size()); !taken)
      return taken;
    Material material;
    material.name = b.graph.objects[o].name;
    if (const PbrNames* names = pbr_names(b.graph, o))
      read_pbr(b, o, *names, material);
    else
      read_phong(b, o, material);
    b.material_of_object[o] = static_cast<std::uint32_t>(b.scene.materials.size());
    b.scene.materials.push_back(std::move(material));
  }
  if (b.tree.version < 7000) read_old_textures(b);
  return {};
}

}  // namespace skelter::fbx
