// Reads images, samplers, textures and materials.

#include <algorithm>
#include <cmath>
#include <map>

#include "formats/gltf/container/uri.h"
#include "formats/gltf/read/builder.h"
#include "scene/internal/phong_extras.h"

namespace skelter::gltf {
namespace {

// --- images and textures -----------------------------------------------------------------------------------

// Some exporters write "image/jpg", which is not a valid type.
std::string usual_mime_type(std::string_view type) {
  return std::string(type == "image/jpg" || type == "image/pjpeg" ? "image/jpeg"
                     : type == "image/x-png"                      ? "image/png"
                                                                  : type);
}

Result<void> read_image(Builder& b, JsonValue at, SceneImage& image) {
  if (auto done = b.read_name_and_carried(at, image); !done) return done;
  const std::string_view mime_type = b.optional_text(at, "mimeType");
  const auto uri = b.text(at, "uri");
  if (!uri) return uri.error();
  const auto view_index = b.index(at, "bufferView", b.views.size(), "buffer view");
  if (!view_index) return view_index.error();
  image.mime_type = usual_mime_type(mime_type);

  if (at["uri"] && !is_data_uri(*uri)) {
    image.uri = percent_decoded(*uri);
  } else if (at["uri"]) {
    auto bytes = b.decoded_uri(at["uri"]);
    if (!bytes) return bytes.error();
    image.bytes = std::move(*bytes);
    if (image.mime_type.empty()) image.mime_type = usual_mime_type(parse_data_uri(*uri)->media_type);
  } else if (*view_index != kNone) {
    const auto view = b.view(*view_index);
    if (!view) return view.error();
    if (auto taken = b.take_memory(at, view->bytes.size(), 1); !taken) return taken;
    image.bytes.assign(view->bytes.begin(), view->bytes.end());
  } else {
    b.warn("gltf.image-without-data", at, "neither `uri` nor `bufferView`; the image is empty");
  }
  return {};
}

struct Code {
  std::uint64_t code;
  int value;
};
template <class Enum, std::size_t N>
Result<void> read_code(Builder& b, JsonValue at, std::string_view name, Enum& out, const Code (&codes)[N]) {
  const auto code = b.count(at, name, 0);
  if (!code) return code.error();
  if (!at[name]) return {};
  const auto known =
      std::find_if(std::begin(codes), std::end(codes), [&](const Code& c) { return c.code == *code; });
  if (known == std::end(codes))
    b.warn("gltf.sampler", at[name], fmt::format("{} is unknown; the default is used", *code));
  else
    out = static_cast<Enum>(known->value);
  return {};
}

Result<void> read_sampler(Builder& b, JsonValue at, TextureSampler& sampler) {
  constexpr Code kFilters[] = {{9728, 1}, {9729, 2}, {9984, 3}, {9985, 4}, {9986, 5}, {9987, 6}};
  constexpr Code kWraps[] = {{10497, 0}, {33648, 1}, {33071, 2}};
  if (auto done = read_code(b, at, "magFilter", sampler.magnify, kFilters); !done) return done;
  if (auto done = read_code(b, at, "minFilter", sampler.minify, kFilters); !done) return done;
  if (auto done = read_code(b, at, "wrapS", sampler.wrap_u, kWraps); !done) return done;
  if (auto done = read_code(b, at, "wrapT", sampler.wrap_v, kWraps); !done) return done;
  return b.read_name_and_carried(at, sampler);
}

Result<void> read_texture(Builder& b, JsonValue at, Texture& texture) {
  const JsonValue webp = Builder::extension(at, "EXT_texture_webp");
  const auto image = b.index(webp ? webp : at, "source", b.scene.images.size(), "image");
  if (!image) return image.error();
  const auto sampler = b.index(at, "sampler", b.scene.samplers.size(), "sampler");
  if (!sampler) return sampler.error();
  texture.image = *image;
  texture.sampler = *sampler;
  auto carried = b.carried(at, {"EXT_texture_webp"});
  if (!carried) return carried.error();
  texture.carried = std::move(*carried);
  if (*image == kNone) return {};
  const SceneImage& source = b.scene.images[*image];
  texture.name = source.uri.empty() ? source.name : source.uri;
  return b.take_memory(at, texture.name.size(), 1);
}

// --- materials ---------------------------------------------------------------------------------------------

Result<void> read_transform(Builder& b, JsonValue at, TextureUse& use) {
  const JsonValue transform = Builder::extension(at, "KHR_texture_transform");
  if (!transform) return {};
  std::array<float, 2> offset{0, 0}, scale{1, 1};
  if (auto done = b.numbers(transform, "offset", offset); !done) return done.error();
  if (auto done = b.numbers(transform, "scale", scale); !done) return done.error();
  const auto rotation = b.number(transform, "rotation", 0);
  if (!rotation) return rotation.error();
  const auto uv_set = b.count(transform, "texCoord", use.uv_set);
  if (!uv_set) return uv_set.error();
  use.offset = {offset[0], offset[1]};
  use.scale = {scale[0], scale[1]};
  use.rotation_rad = static_cast<float>(std::clamp(*rotation, -3.4e38, 3.4e38));
  use.uv_set = static_cast<std::uint32_t>(std::min<std::uint64_t>(*uv_set, UINT32_MAX));
  return {};
}

Result<void> read_use(Builder& b, JsonValue object, std::string_view name, TextureUse& use) {
  const auto at = b.member(object, name, JsonKind::object);
  if (!at) return at.error();
  if (!*at) return {};
  const auto texture = b.required_index(*at, "index", b.scene.textures.size(), "texture");
  if (!texture) return texture.error();
  use.texture = *texture;
  const auto uv_set = b.count(*at, "texCoord", 0);
  if (!uv_set) return uv_set.error();
  use.uv_set = static_cast<std::uint32_t>(std::min<std::uint64_t>(*uv_set, UINT32_MAX));
  return read_transform(b, *at, use);
}

Result<void> read_float(Builder& b, JsonValue object, std::string_view name, float& out) {
  const auto value = b.number(object, name, out);
  if (!value) return value.error();
  out = static_cast<float>(std::clamp(*value, -3.4e38, 3.4e38));
  return {};
}

Result<void> read_color(Builder& b, JsonValue object, std::string_view name, Vec4& color) {
  std::array<float, 4> numbers{color.x, color.y, color.z, color.w};
  if (auto done = b.numbers(object, name, numbers); !done) return done.error();
  color = {numbers[0], numbers[1], numbers[2], numbers[3]};
  return {};
}

Result<void> read_alpha(Builder& b, JsonValue at, PbrMaterial& pbr) {
  const std::string_view mode = b.optional_text(at, "alphaMode");
  if (mode == "MASK") pbr.alpha_mode = AlphaMode::mask;
  if (mode == "BLEND") pbr.alpha_mode = AlphaMode::blend;
  if (at["alphaMode"].is(JsonKind::text) && mode != "MASK" && mode != "BLEND" && mode != "OPAQUE")
    b.warn("gltf.alpha-mode", at["alphaMode"],
           fmt::format("\"{}\"; expected OPAQUE, MASK or BLEND, taken as OPAQUE", mode));
  return read_float(b, at, "alphaCutoff", pbr.alpha_cutoff);
}

// Reads an older extension, which is used if the material has no other surface. The diffuse colour becomes
// the base colour, and metallic is 0.
Result<void> read_specular_glossiness(Builder& b, JsonValue at, Material& material, PbrMaterial& pbr) {
  if (auto done = read_color(b, at, "diffuseFactor", material.base_color); !done) return done;
  if (auto done = read_use(b, at, "diffuseTexture", pbr.base_color); !done) return done;
  float glossiness = 1;
  if (auto done = read_float(b, at, "glossinessFactor", glossiness); !done) return done;
  pbr.metallic = 0;
  pbr.roughness = 1 - std::clamp(glossiness, 0.0f, 1.0f);
  b.note("gltf.specular-glossiness", at, "read as a metallic-roughness material without metal");
  return {};
}

Result<void> read_surface(Builder& b, JsonValue at, Material& material, PbrMaterial& pbr) {
  const auto surface = b.member(at, "pbrMetallicRoughness", JsonKind::object);
  if (!surface) return surface.error();
  const JsonValue older = Builder::extension(at, "KHR_materials_pbrSpecularGlossiness");
  // Some exporters write this extension together with an empty pbrMetallicRoughness object.
  if (surface->size() == 0 && older) return read_specular_glossiness(b, older, material, pbr);
  if (auto done = read_color(b, *surface, "baseColorFactor", material.base_color); !done) return done;
  if (auto done = read_use(b, *surface, "baseColorTexture", pbr.base_color); !done) return done;
  if (auto done = read_use(b, *surface, "metallicRoughnessTexture", pbr.metallic_roughness); !done)
    return done;
  if (auto done = read_float(b, *surface, "metallicFactor", pbr.metallic); !done) return done;
  return read_float(b, *surface, "roughnessFactor", pbr.roughness);
}

// Reads the extras that our writer adds to materials from `.x` files: the highlight, unless the roughness
// derived from it has changed since.
void read_phong(JsonValue at, Material& material, const PbrMaterial& pbr) {
  const JsonValue extras = at["extras"], specular = extras["specular"], power = extras["specularPower"];
  if (!specular.is(JsonKind::array) || specular.size() != 3 || !power.is_number()) return;
  float numbers[3];
  std::size_t i = 0;
  for (JsonValue value = specular.first(); value; value = value.next()) {
    if (!value.is_number() || !(std::abs(value.number()) < 1e6)) return;
    numbers[i++] = static_cast<float>(value.number());
  }
  const double p = power.number();
  if (!(std::abs(p) < 1e30) || pbr.metallic != 0) return;
  if (std::abs(std::min(1.0, std::sqrt(2 / (std::max(0.0, p) + 2))) - double{pbr.roughness}) > 1e-5) return;
  material.specular = {numbers[0], numbers[1], numbers[2]};
  material.specular_power = static_cast<float>(p);
}

// For materials from `.x` files, reads the name of a texture without an image, and the suffix after the name.
Result<void> read_texture_names(Builder& b) {
  std::map<std::string_view, std::uint32_t> known;
  std::size_t index = 0;
  for (JsonValue at = b.root["materials"].first(); at; at = at.next(), ++index) {
    Material& material = b.scene.materials[index];
    if (!has_phong_extras(material)) continue;
    const JsonValue name = at["extras"]["textureName"], suffix = at["extras"]["textureSuffix"];
    if (suffix.is(JsonKind::text)) material.texture_suffix = std::string(suffix.text());
    if (material.base_color_texture != kNone || name.text().empty()) continue;
    const auto [entry, is_new] =
        known.emplace(name.text(), static_cast<std::uint32_t>(b.scene.textures.size()));
    if (is_new) {
      if (auto taken = b.take_memory(name, 2 * sizeof(Texture) + name.text().size(), 1); !taken) return taken;
      b.scene.textures.push_back({std::string(name.text())});
    }
    material.base_color_texture = material.pbr->base_color.texture = entry->second;
  }
  return {};
}

Result<void> read_material(Builder& b, JsonValue at, Material& material) {
  PbrMaterial pbr;
  if (auto done = read_surface(b, at, material, pbr); !done) return done;
  for (const auto& [member, use] :
       {std::pair{"normalTexture", &pbr.normal}, std::pair{"occlusionTexture", &pbr.occlusion},
        std::pair{"emissiveTexture", &pbr.emissive}})
    if (auto done = read_use(b, at, member, *use); !done) return done;
  if (auto done = read_float(b, at["normalTexture"], "scale", pbr.normal_scale); !done) return done;
  if (auto done = read_float(b, at["occlusionTexture"], "strength", pbr.occlusion_strength); !done)
    return done;
  std::array<float, 3> emissive{0, 0, 0};
  if (auto done = b.numbers(at, "emissiveFactor", emissive); !done) return done.error();
  material.emissive = {emissive[0], emissive[1], emissive[2]};
  const JsonValue strength = Builder::extension(at, "KHR_materials_emissive_strength");
  if (auto done = read_float(b, strength, "emissiveStrength", pbr.emissive_strength); !done) return done;
  const JsonValue transmission = Builder::extension(at, "KHR_materials_transmission");
  if (auto done = read_float(b, transmission, "transmissionFactor", pbr.transmission); !done) return done;
  if (auto done = read_alpha(b, at, pbr); !done) return done;
  const auto double_sided = b.boolean(at, "doubleSided", false);
  if (!double_sided) return double_sided.error();
  material.double_sided = *double_sided;
  pbr.unlit = static_cast<bool>(Builder::extension(at, "KHR_materials_unlit"));
  material.base_color_texture = pbr.base_color.texture;
  read_phong(at, material, pbr);
  material.pbr = pbr;
  return b.read_name_and_carried(
      at, material,
      {"KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_materials_pbrSpecularGlossiness"});
}

template <class Thing>
Result<void> read_all(Builder& b, std::string_view list_name, std::vector<Thing>& things,
                      Result<void> (*read)(Builder&, JsonValue, Thing&)) {
  const auto list = b.objects(b.root, list_name);
  if (!list) return list.error();
  if (auto taken = b.take_memory<Thing>(b.root[list_name], list->size()); !taken) return taken;
  things.resize(list->size());
  for (std::size_t i = 0; i < things.size(); ++i)
    if (auto done = read(b, (*list)[i], things[i]); !done) return done;
  return {};
}

}  // namespace

Result<void> read_materials(Builder& b) {
  if (auto done = read_all(b, "images", b.scene.images, read_image); !done) return done;
  if (auto done = read_all(b, "samplers", b.scene.samplers, read_sampler); !done) return done;
  if (auto done = read_all(b, "textures", b.scene.textures, read_texture); !done) return done;
  if (auto done = read_all(b, "materials", b.scene.materials, read_material); !done) return done;
  return read_texture_names(b);
}

}  // namespace skelter::gltf
