// Reads materials with their textures and images.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

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

// For opaque materials, exporters write the colour (0,0,0), or (1,1,1) with factor 0 or 1.
double alpha_of(const ObjectGraph& g, std::uint32_t o) {
  const double opacity = g.number(o, "Opacity", g.number(o, "Alpha", 1));
  if (opacity != 1) return std::clamp(opacity, 0.0, 1.0);
  const Vec3d color = g.vector(o, "TransparentColor", {});
  const double factor = g.number(o, "TransparencyFactor", 0), mean = (color.x + color.y + color.z) / 3;
  if (factor > 0 && factor < 1 && mean > 0) return std::clamp(1 - factor * mean, 0.0, 1.0);
  return 1;
}

bool writer_is_blender(const SceneBuilder& b) {
  return b.scene.generator && b.scene.generator->find("Blender") != std::string::npos;
}

// Returns the first texture on one of these properties, as the material uses it. `texture` is kNone if there
// is none.
TextureUse texture_on(SceneBuilder& b, std::uint32_t material,
                      std::initializer_list<std::string_view> properties) {
  for (const std::string_view property : properties) {
    if (property.empty()) continue;
    for (const std::uint32_t c : b.graph.incoming(material)) {
      const Connection& connection = b.graph.connections[c];
      if (!connection.to_property || connection.property != property) continue;
      const TextureUse use = texture_use(b, connection.child, material);
      if (use.texture != kNone) return use;
    }
  }
  return {};
}

bool same_picture(const SceneBuilder& b, const TextureUse& x, const TextureUse& y) {
  if (x.texture == kNone || y.texture == kNone) return false;
  const Texture &tx = b.scene.textures[x.texture], &ty = b.scene.textures[y.texture];
  return x.texture == y.texture || (tx.image != kNone ? tx.image == ty.image : tx.name == ty.name);
}

// A scene stores roughness (green) and metallic (blue) in one image, but FBX uses a grey image for each. A
// single grey image can be used if the other factor is 0.
void set_metallic_roughness(SceneBuilder& b, std::uint32_t o, const TextureUse& metallic,
                            const TextureUse& roughness, PbrMaterial& pbr) {
  const bool has_metallic = metallic.texture != kNone, has_roughness = roughness.texture != kNone;
  if (!has_metallic && !has_roughness) return;
  const bool together = has_metallic && has_roughness && same_picture(b, metallic, roughness);
  if (together) {
    pbr.metallic_roughness = roughness;
    pbr.metallic = pbr.roughness = 1;
  } else if (!has_metallic && pbr.metallic == 0) {
    pbr.metallic_roughness = roughness;
    pbr.roughness = 1;
  } else if (!has_roughness && pbr.roughness == 0) {
    pbr.metallic_roughness = metallic;
    pbr.metallic = 1;
  } else {
    b.note("fbx.texture-use", o,
           "separate textures for metallic and roughness, which a scene keeps in one; the numbers are used",
           has_metallic && has_roughness ? 2 : 1);
  }
}

// An opacity texture is used only if it has the same image as the base colour, since that image then contains
// the alpha.
void set_opacity_texture(SceneBuilder& b, std::uint32_t o, const TextureUse& opacity, Material& material) {
  if (opacity.texture == kNone) return;
  TextureUse base;
  base.texture = material.base_color_texture;
  if (material.pbr && same_picture(b, opacity, base))
    material.pbr->alpha_mode = AlphaMode::blend;
  else
    b.note("fbx.texture-use", o, "a texture for opacity, other than that of the base colour; left out");
}

// Height maps and normal maps both use properties named "bump".
TextureUse normal_on(SceneBuilder& b, std::uint32_t o, std::initializer_list<std::string_view> normal,
                     std::initializer_list<std::string_view> bump) {
  const TextureUse use = texture_on(b, o, normal);
  if (use.texture != kNone) return use;
  const TextureUse height = texture_on(b, o, bump);
  if (height.texture == kNone) return {};
  std::string name = b.scene.textures[height.texture].name;
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (name.find("normal") != std::string::npos || name.find("nrm") != std::string::npos) return height;
  b.note("fbx.texture-use", o, "a bump texture without \"normal\" in its name; left out");
  return {};
}

// Blender exports its Principled material as Phong; this function reverses the conversion.
void read_blender(SceneBuilder& b, std::uint32_t o, Material& material) {
  const ObjectGraph& g = b.graph;
  PbrMaterial& pbr = *material.pbr;
  const double shininess = g.number(o, "Shininess", g.number(o, "ShininessExponent", 25));
  pbr.roughness = unit_range(1 - std::sqrt(std::max(shininess, 0.0)) / 10);
  pbr.metallic = unit_range(g.number(o, "ReflectionFactor", 0));
  material.base_color.w = unit_range(1 - g.number(o, "TransparencyFactor", 0));
  pbr.emissive_strength = static_cast<float>(std::clamp(g.number(o, "EmissiveFactor", 1), 0.0, 1e6));
  material.emissive = unit_color(color_of(g, o, "EmissiveColor", "Emissive", {}));
  pbr.alpha_mode = material.base_color.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
  set_metallic_roughness(b, o, texture_on(b, o, {"ReflectionFactor"}),
                         texture_on(b, o, {"ShininessExponent", "Shininess"}), pbr);
  set_opacity_texture(b, o, texture_on(b, o, {"TransparencyFactor"}), material);
}

// A family of physical materials, with the names of its factors and texture properties.
struct PbrNames {
  std::string_view base, base_factor, metallic, roughness, emissive, emissive_factor, opacity;
  std::string_view base_map, metallic_map, roughness_map, normal_map, bump_map, occlusion_map, emissive_map,
      opacity_map;
};

// Selects the family of a material by its properties.
const PbrNames* pbr_names(const ObjectGraph& g, std::uint32_t o) {
  static constexpr PbrNames kFamilies[] = {
      // 3ds Max: Physical Material
      {"3dsMax|Parameters|base_color", "3dsMax|Parameters|base_weight", "3dsMax|Parameters|metalness",
       "3dsMax|Parameters|roughness", "3dsMax|Parameters|emit_color", "3dsMax|Parameters|emission", "",
       "3dsMax|Parameters|base_color_map", "3dsMax|Parameters|metalness_map",
       "3dsMax|Parameters|roughness_map", "", "3dsMax|Parameters|bump_map", "",
       "3dsMax|Parameters|emit_color_map", "3dsMax|Parameters|cutout_map"},
      // OpenPBR
      {"3dsMax|Parameters|base_color", "3dsMax|Parameters|base_weight", "3dsMax|Parameters|base_metalness",
       "3dsMax|Parameters|specular_roughness", "3dsMax|Parameters|emission_color", "",
       "3dsMax|Parameters|geometry_opacity", "3dsMax|Parameters|base_color_map",
       "3dsMax|Parameters|base_metalness_map", "3dsMax|Parameters|specular_roughness_map",
       "3dsMax|Parameters|geometry_normal_map", "3dsMax|Parameters|bump_map", "",
       "3dsMax|Parameters|emission_color_map", "3dsMax|Parameters|geometry_opacity_map"},
      // 3ds Max: glTF Material
      {"3dsMax|main|baseColor", "", "3dsMax|main|metalness", "3dsMax|main|roughness",
       "3dsMax|main|emissionColor", "", "3dsMax|main|Alpha", "3dsMax|main|baseColorMap",
       "3dsMax|main|metalnessMap", "3dsMax|main|roughnessMap", "3dsMax|main|normalMap", "",
       "3dsMax|main|ambientOcclusionMap", "3dsMax|main|emissionMap", "3dsMax|main|AlphaMap"},
      // 3ds Max: PBR materials
      {"3dsMax|main|base_color", "", "3dsMax|main|metalness", "3dsMax|main|roughness",
       "3dsMax|main|emit_color", "", "3dsMax|main|opacity", "3dsMax|main|base_color_map",
       "3dsMax|main|metalness_map", "3dsMax|main|roughness_map", "3dsMax|main|norm_map", "",
       "3dsMax|main|ao_map", "3dsMax|main|emit_color_map", "3dsMax|main|opacity_map"},
      {"3dsMax|main|basecolor", "", "3dsMax|main|metalness", "3dsMax|main|roughness",
       "3dsMax|main|emit_color", "", "3dsMax|main|opacity", "3dsMax|main|basecolor_map",
       "3dsMax|main|metalness_map", "3dsMax|main|roughness_map", "3dsMax|main|norm_map", "",
       "3dsMax|main|ao_map", "3dsMax|main|emit_color_map", "3dsMax|main|opacity_map"},
      // Maya: Arnold, Standard Surface
      {"Maya|baseColor", "Maya|base", "Maya|metalness", "Maya|specularRoughness", "Maya|emissionColor",
       "Maya|emission", "Maya|opacity", "Maya|baseColor", "Maya|metalness", "Maya|specularRoughness",
       "Maya|normalCamera", "", "", "Maya|emissionColor", "Maya|opacity"},
      // Maya: StingrayPBS and other ShaderFX
      {"Maya|base_color", "", "Maya|metallic", "Maya|roughness", "Maya|emissive", "Maya|emissive_intensity",
       "Maya|opacity", "Maya|TEX_color_map", "Maya|TEX_metallic_map", "Maya|TEX_roughness_map",
       "Maya|TEX_normal_map", "", "Maya|TEX_ao_map", "Maya|TEX_emissive_map", "Maya|TEX_opacity_map"},
  };
  for (const PbrNames& names : kFamilies)
    if (g.has_property(o, names.base) &&
        (g.has_property(o, names.roughness) || g.has_property(o, names.metallic)))
      return &names;
  return nullptr;
}

// 3ds Max enables a map with base_color_map_on, ShaderFX with use_color_map.
bool is_on(const ObjectGraph& g, std::uint32_t o, std::string_view map) {
  constexpr std::string_view kShaderFx = "Maya|TEX_";
  if (map.substr(0, kShaderFx.size()) == kShaderFx)
    return g.number(o, "Maya|use_" + std::string(map.substr(kShaderFx.size())), 1) != 0;
  return map.substr(0, 7) != "3dsMax|" || g.number(o, std::string(map) + "_on", 1) != 0;
}

void read_pbr(SceneBuilder& b, std::uint32_t o, const PbrNames& names, Material& material) {
  const ObjectGraph& g = b.graph;
  PbrMaterial pbr;
  const auto map_on = [&](std::string_view map) {
    return map.empty() || !is_on(g, o, map) ? TextureUse{} : texture_on(b, o, {map});
  };
  const auto factor = [&](std::string_view name) { return name.empty() ? 1 : g.number(o, name, 1); };
  const Vec3 base = unit_color(g.vector(o, names.base, {1, 1, 1}) * factor(names.base_factor));
  material.base_color = {base.x, base.y, base.z, unit_range(factor(names.opacity))};
  pbr.metallic = unit_range(g.number(o, names.metallic, 0));
  pbr.roughness = unit_range(g.number(o, names.roughness, 0.5));
  if (g.integer(o, "3dsMax|Parameters|roughness_inv", 0) != 0) pbr.roughness = 1 - pbr.roughness;
  if (g.integer(o, "3dsMax|main|useGlossiness", 0) == 1)
    pbr.roughness = unit_range(1 - g.number(o, "3dsMax|main|glossiness", 0.5));
  const double strength = std::clamp(factor(names.emissive_factor), 0.0, 1e6);
  material.emissive = unit_color(g.vector(o, names.emissive, {}) * std::min(strength, 1.0));
  pbr.emissive_strength = static_cast<float>(std::max(strength, 1.0));
  pbr.transmission =
      unit_range(g.number(o, "3dsMax|Parameters|transparency",
                          g.number(o, "3dsMax|extension|transmission", g.number(o, "Maya|transmission", 0))));
  pbr.base_color = map_on(names.base_map);
  if (pbr.base_color.texture != kNone) material.base_color = {1, 1, 1, material.base_color.w};
  material.base_color_texture = pbr.base_color.texture;
  pbr.normal = names.bump_map.empty() ? map_on(names.normal_map)
                                      : normal_on(b, o, {names.normal_map}, {names.bump_map});
  pbr.occlusion = map_on(names.occlusion_map);
  pbr.emissive = map_on(names.emissive_map);
  if (pbr.emissive.texture != kNone && strength > 0) material.emissive = {1, 1, 1};
  set_metallic_roughness(b, o, map_on(names.metallic_map), map_on(names.roughness_map), pbr);
  pbr.alpha_mode = material.base_color.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
  if (names.base == "3dsMax|main|baseColor") {
    pbr.unlit = g.integer(o, "3dsMax|extension|unlit", 0) != 0;
    material.double_sided = g.integer(o, "3dsMax|main|DoubleSided", 0) != 0;
    if (pbr.occlusion.texture != kNone)
      pbr.occlusion_strength = unit_range(g.number(o, "3dsMax|main|ambientOcclusion", 1));
    if (pbr.normal.texture != kNone)
      pbr.normal_scale = static_cast<float>(g.number(o, "3dsMax|main|normal", 1));
    if (g.integer(o, "3dsMax|main|alphaMode", 1) == 2) {
      pbr.alpha_mode = AlphaMode::mask;
      pbr.alpha_cutoff = unit_range(g.number(o, "3dsMax|main|alphaCutoff", 0.5));
    }
  }
  material.pbr = pbr;
  if (pbr.alpha_mode != AlphaMode::mask) set_opacity_texture(b, o, map_on(names.opacity_map), material);
}

bool is_plain(const TextureUse& use) {
  TextureUse plain;
  plain.texture = use.texture;
  return use == plain;
}

// Textures of a phong or lambert material.
struct PhongTextures {
  TextureUse base, normal, emissive;
};

// A plain material only refers to the texture of its base colour. All other textures require a physical
// material.
void set_phong_textures(const PhongTextures& textures, Material& material) {
  material.base_color_texture = textures.base.texture;
  if (!material.pbr) {
    if (is_plain(textures.base) && textures.normal.texture == kNone && textures.emissive.texture == kNone)
      return;
    PbrMaterial made;
    made.metallic = 0;
    const bool shines = material.specular_power > 0 && material.specular != Vec3{};
    made.roughness = shines ? std::sqrt(2 / (material.specular_power + 2)) : 1;
    made.alpha_mode = material.base_color.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
    material.pbr = made;
  }
  material.pbr->base_color = textures.base;
  material.pbr->normal = textures.normal;
  material.pbr->emissive = textures.emissive;
}

// Exporters keep a default value next to a texture.
bool is_default_grey(const Vec3d& c, std::initializer_list<double> defaults) {
  return c.x == c.y && c.y == c.z &&
         std::any_of(defaults.begin(), defaults.end(), [&](double d) { return std::abs(c.x - d) < 1e-6; });
}

void read_phong(SceneBuilder& b, std::uint32_t o, Material& material) {
  const ObjectGraph& g = b.graph;
  PhongTextures textures;
  textures.base = texture_on(b, o, {"DiffuseColor", "Diffuse", "Maya|DiffuseTexture"});
  textures.normal = normal_on(b, o, {"NormalMap"}, {"Bump"});
  textures.emissive = texture_on(b, o, {"EmissiveColor", "Emissive"});
  Vec3d diffuse = color_of(g, o, "DiffuseColor", "Diffuse", {0.8, 0.8, 0.8});
  if (textures.base.texture != kNone && is_default_grey(diffuse, {0.5, 0.8})) diffuse = {1, 1, 1};
  const double diffuse_factor = g.number(o, "DiffuseFactor", 1);
  if (textures.base.texture == kNone || diffuse_factor != 0.8)  // Maya's default, which hides the texture
    diffuse = diffuse * diffuse_factor;
  const Vec3 rgb = unit_color(diffuse);
  material.base_color = {rgb.x, rgb.y, rgb.z, static_cast<float>(alpha_of(g, o))};
  Vec3d emissive = color_of(g, o, "EmissiveColor", "Emissive", {});
  if (textures.emissive.texture != kNone && is_default_grey(emissive, {0, 0.5})) emissive = {1, 1, 1};
  material.emissive = unit_color(emissive * g.number(o, "EmissiveFactor", 1));
  std::string_view model = b.tree.text(g.child_record(o, "ShadingModel"));
  if (model.empty()) model = g.text(o, "ShadingModel");
  if (is_word_ignoring_case(model, "phong")) {
    material.specular = unit_color(color_of(g, o, "SpecularColor", "Specular", {0.2, 0.2, 0.2}) *
                                   g.number(o, "SpecularFactor", 1));
    material.specular_power = static_cast<float>(
        std::clamp(g.number(o, "ShininessExponent", g.number(o, "Shininess", 20)), 0.0, 1e4));
  }
  const bool blender = writer_is_blender(b);
  if (blender) material.pbr.emplace();
  set_phong_textures(textures, material);
  if (blender) {
    read_blender(b, o, material);
    if (textures.emissive.texture != kNone && material.emissive == Vec3{}) material.emissive = {1, 1, 1};
  } else {
    set_opacity_texture(b, o, texture_on(b, o, {"TransparentColor", "TransparencyFactor"}), material);
  }
  std::uint64_t left_out = 0;
  for (const std::uint32_t c : g.incoming(o)) {
    const Connection& connection = g.connections[c];
    const std::string_view name = connection.property;
    if (connection.to_property && (name.substr(0, 7) == "Ambient" || name == "ReflectionColor" ||
                                   name.substr(0, 8) == "Specular" || name.substr(0, 12) == "Displacement"))
      ++left_out;
  }
  if (left_out != 0)
    b.note("fbx.texture-use", o, "ambient, specular, reflection or displacement texture; ignored", left_out);
}

// --- files before 7000: textures belong to the model, and layers of the mesh define their use ---

// The texture in a layer for one material of the model: an index into the model's textures, or -1.
std::int64_t texture_in_layer(SceneBuilder& b, std::uint32_t layer, const std::vector<std::int32_t>& ids,
                              const std::vector<std::int32_t>& materials, std::size_t slot) {
  if (b.tree.text(b.tree.child(layer, "MappingInformationType")) != "ByPolygon" || ids.size() < 2)
    return ids.empty() ? -1 : ids[0];
  for (std::size_t polygon = 0; polygon < ids.size(); ++polygon) {
    const std::int64_t material = materials.empty()            ? 0
                                  : polygon < materials.size() ? materials[polygon]
                                                               : materials.back();
    if (ids[polygon] >= 0 && material == static_cast<std::int64_t>(slot)) return ids[polygon];
  }
  return -1;
}

// Returns "Emissive" for LayerElementEmissive_Textures, "" for LayerElementTexture, and nullopt for other
// layers.
std::optional<std::string_view> use_of_layer(std::string_view name) {
  constexpr std::string_view kBefore = "LayerElement";
  if (name.substr(0, kBefore.size()) != kBefore) return std::nullopt;
  name.remove_prefix(kBefore.size());
  for (const std::string_view after : {"_Textures", "Textures", "Texture"})
    if (name.ends_with(after)) return name.substr(0, name.size() - after.size());
  return std::nullopt;
}

Result<void> read_layers_of_model(SceneBuilder& b, std::uint32_t model,
                                  const std::vector<std::uint32_t>& textures,
                                  const std::vector<std::uint32_t>& materials) {
  const std::uint32_t record = b.graph.objects[model].record;
  std::vector<std::int32_t> by_polygon;
  if (const std::uint32_t layer = b.tree.child(record, "LayerElementMaterial"); layer != kNone)
    if (auto read = b.read_list_of(b.tree.child(layer, "Materials"), by_polygon); !read) return read;
  std::vector<PhongTextures> found(materials.size());
  std::uint64_t left_out = 0;
  bool any_layer = false;
  for (const std::uint32_t layer : b.tree.children(record)) {
    const auto use = use_of_layer(b.tree.records[layer].name);
    if (!use) continue;
    any_layer = true;
    std::vector<std::int32_t> ids;
    if (auto read = b.read_list_of(b.tree.child(layer, "TextureId"), ids); !read) return read;
    for (std::size_t slot = 0; slot < materials.size(); ++slot) {
      const std::int64_t id = texture_in_layer(b, layer, ids, by_polygon, slot);
      if (id < 0 || static_cast<std::uint64_t>(id) >= textures.size()) continue;
      TextureUse* const place = use->empty() || *use == "Diffuse" ? &found[slot].base
                                : *use == "Emissive"              ? &found[slot].emissive
                                : *use == "NormalMap"             ? &found[slot].normal
                                                                  : nullptr;
      if (place == nullptr)
        ++left_out;
      else if (place->texture == kNone)
        *place = texture_use(b, textures[static_cast<std::size_t>(id)], materials[slot]);
    }
  }
  // If there are no layers, the first texture is the base colour.
  if (!any_layer)
    for (std::size_t slot = 0; slot < materials.size(); ++slot)
      found[slot].base = texture_use(b, textures[0], materials[slot]);
  for (std::size_t slot = 0; slot < materials.size(); ++slot) {
    Material& material = b.scene.materials[b.material_of_object[materials[slot]]];
    if (material.base_color_texture != kNone) continue;
    const Vec3 rgb{material.base_color.x, material.base_color.y, material.base_color.z};
    if (found[slot].base.texture != kNone && is_default_grey(to_double(rgb), {0.5, 0.8, 0.8 * 0.8, 0.4}))
      material.base_color = {1, 1, 1, material.base_color.w};
    if (found[slot].emissive.texture != kNone && is_default_grey(to_double(material.emissive), {0, 0.5}))
      material.emissive = {1, 1, 1};
    set_phong_textures(found[slot], material);
  }
  if (left_out != 0)
    b.note("fbx.texture-use", model, "ambient, specular, reflection or opacity texture; ignored", left_out);
  return {};
}

Result<void> read_old_textures(SceneBuilder& b) {
  for (std::uint32_t o = 1; o < b.graph.objects.size(); ++o) {
    if (b.graph.objects[o].kind != Kind::model) continue;
    const std::vector<std::uint32_t> textures = b.graph.children(o, Kind::texture);
    const std::vector<std::uint32_t> materials = b.graph.children(o, Kind::material);
    if (textures.empty() || materials.empty()) continue;
    if (auto read = read_layers_of_model(b, o, textures, materials); !read) return read;
  }
  return {};
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
  return b.tree.version < 7000 ? read_old_textures(b) : Result<void>{};
}

}  // namespace skelter::fbx
