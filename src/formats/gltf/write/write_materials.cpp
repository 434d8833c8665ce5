// Writes materials, textures, samplers and images.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/gltf/write/scene_writer.h"
#include "scene/internal/image_type.h"
#include "skelter/math/color.h"

namespace skelter::gltf {
namespace {

constexpr std::string_view kWebp = "image/webp", kKtx2 = "image/ktx2", kBasis = "KHR_texture_basisu";

// Returns the type that the bytes have, even if the file states a different one. For unknown bytes, returns
// the stated type.
std::string_view mime_type_of(const SceneImage& image) {
  const std::string_view type = image_type(image.bytes);
  if (!type.empty()) return type;
  return image.mime_type.empty() ? "image/png" : std::string_view(image.mime_type);
}

bool is_of_type(const Scene& scene, const Texture& texture, std::string_view mime_type) {
  return texture.image != kNone && mime_type_of(scene.images[texture.image]) == mime_type;
}

// Whether a KTX2 image contains Basis Universal data, as KHR_texture_basisu requires: its vkFormat, the
// number after the 12-byte identifier, is 0 (KTX 2.0, section 3.2; the extension's "KTX v2 Images with Basis
// Universal Supercompression"). True for images without bytes, which cannot be checked.
bool may_be_basis(const SceneImage& image) {
  constexpr unsigned char kIdentifier[12] = {0xAB, 'K',  'T',  'X',  ' ',  '2',
                                             '0',  0xBB, '\r', '\n', 0x1A, '\n'};
  constexpr std::size_t kHeader = 80;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(image.bytes[at]); };
  if (image.bytes.empty()) return true;
  if (image.bytes.size() < kHeader) return false;
  for (std::size_t i = 0; i < sizeof(kIdentifier); ++i)
    if (byte(i) != kIdentifier[i]) return false;
  return byte(12) == 0 && byte(13) == 0 && byte(14) == 0 && byte(15) == 0;
}

class MaterialWriter {
 public:
  MaterialWriter(SceneWriter& writer, const Material& material)
      : writer_(writer),
        json_(writer.json),
        material_(material),
        label_(label_of("Material", material.name,
                        static_cast<std::size_t>(&material - writer.scene.materials.data()))),
        pbr_(material.pbr ? *material.pbr : phong_as_pbr()) {}

  void write() {
    writer_.write_name(material_.name);
    write_surface();
    write_texture("normalTexture", pbr_.normal, pbr_.normal_scale != 1 ? "scale" : "", pbr_.normal_scale);
    write_texture("occlusionTexture", pbr_.occlusion, pbr_.occlusion_strength != 1 ? "strength" : "",
                  pbr_.occlusion_strength);
    write_texture("emissiveTexture", pbr_.emissive);
    const Vec3 emissive = material_.pbr ? material_.emissive : linear(material_.emissive, "emissive colour");
    if (emissive != Vec3{}) {
      const float numbers[3] = {emissive.x, emissive.y, emissive.z};
      json_.numbers("emissiveFactor", numbers, 3);
    }
    if (pbr_.alpha_mode == AlphaMode::mask) {
      json_.member("alphaMode", "MASK");
      if (pbr_.alpha_cutoff != 0.5f) json_.member("alphaCutoff", pbr_.alpha_cutoff);
    }
    if (pbr_.alpha_mode == AlphaMode::blend) json_.member("alphaMode", "BLEND");
    // `.x` does not specify which sides are visible, and hair, leaves and walls are often seen from behind.
    if (material_.double_sided || !material_.pbr) json_.member("doubleSided", true);
    writer_.write_carried(material_.carried, extensions(), material_.pbr ? std::string() : phong_extras());
    if (material_.effect)
      writer_.lose("gltf.effect", label_,
                   fmt::format("the effect {}, which glTF cannot hold; dropped", material_.effect->file));
  }

 private:
  // Converts a Phong material. The result has no metal, and a highlight of equal width: a power of p matches
  // a roughness of sqrt(2 / (p + 2)). Source: Walter et al., "Microfacet Models for Refraction", 2007, the
  // equivalent Beckmann width, but without alpha = roughness^2, as in most exporters.
  PbrMaterial phong_as_pbr() const {
    PbrMaterial pbr;
    pbr.metallic = 0;
    pbr.roughness = std::min(1.0f, std::sqrt(2.0f / (std::max(0.0f, material_.specular_power) + 2.0f)));
    pbr.base_color.texture = material_.base_color_texture;
    // Many exporters write alpha 0 for solid materials, and Direct3D draws them solid.
    const std::vector<AlphaMode>& modes = writer_.options.texture_alpha;
    if (pbr.base_color.texture < modes.size()) pbr.alpha_mode = modes[pbr.base_color.texture];
    if (material_.base_color.w > 0 && material_.base_color.w < kSolidAlpha) pbr.alpha_mode = AlphaMode::blend;
    return pbr;
  }

  Vec3 linear(const Vec3& color, std::string_view what) {
    const auto inside = [](float c) { return c >= 0 && c <= 1; };
    if (!inside(color.x) || !inside(color.y) || !inside(color.z))
      writer_.lose("gltf.color-clamped", label_, fmt::format("{} outside 0 to 1; clamped", what));
    return {linear_from_srgb(color.x), linear_from_srgb(color.y), linear_from_srgb(color.z)};
  }

  Vec4 base_color() {
    const Vec4& c = material_.base_color;
    if (material_.pbr) return c;
    const Vec3 rgb = linear({c.x, c.y, c.z}, "colour");
    return {rgb.x, rgb.y, rgb.z, c.w <= 0 ? 1.0f : std::min(c.w, 1.0f)};
  }

  void write_surface() {
    json_.key("pbrMetallicRoughness");
    json_.begin_object();
    const Vec4 color = base_color();
    const float numbers[4] = {color.x, color.y, color.z, color.w};
    if (color != Vec4{1, 1, 1, 1}) json_.numbers("baseColorFactor", numbers, 4);
    write_texture("baseColorTexture", pbr_.base_color);
    if (pbr_.metallic != 1) json_.member("metallicFactor", pbr_.metallic);
    if (pbr_.roughness != 1) json_.member("roughnessFactor", pbr_.roughness);
    write_texture("metallicRoughnessTexture", pbr_.metallic_roughness);
    json_.end_object();
  }

  void write_texture(std::string_view name, const TextureUse& use, std::string_view factor = {},
                     float value = 1) {
    if (!has_picture(writer_.scene, use.texture)) return;
    json_.key(name);
    json_.begin_object();
    json_.member("index", writer_.texture_index[use.texture]);
    if (use.uv_set != 0) json_.member("texCoord", use.uv_set);
    if (!factor.empty()) json_.member(factor, value);
    if (use.offset != Vec2{} || use.rotation_rad != 0 || use.scale != Vec2{1, 1}) write_transform(use);
    json_.end_object();
  }

  void write_transform(const TextureUse& use) {
    writer_.extensions.insert("KHR_texture_transform");
    json_.key("extensions");
    json_.begin_object();
    json_.key("KHR_texture_transform");
    json_.begin_object();
    const float offset[2] = {use.offset.x, use.offset.y}, scale[2] = {use.scale.x, use.scale.y};
    if (use.offset != Vec2{}) json_.numbers("offset", offset, 2);
    if (use.rotation_rad != 0) json_.member("rotation", use.rotation_rad);
    if (use.scale != Vec2{1, 1}) json_.numbers("scale", scale, 2);
    json_.end_object();
    json_.end_object();
  }

  std::vector<std::string> extensions() {
    std::vector<std::string> list;
    if (pbr_.unlit) {
      writer_.extensions.insert("KHR_materials_unlit");
      list.push_back("\"KHR_materials_unlit\":{}");
    }
    if (pbr_.emissive_strength != 1) {
      writer_.extensions.insert("KHR_materials_emissive_strength");
      list.push_back(fmt::format("\"KHR_materials_emissive_strength\":{{\"emissiveStrength\":{}}}",
                                 pbr_.emissive_strength));
    }
    return list;
  }

  // Data that glTF cannot hold, stored for the conversion back: highlights, and names of textures without an
  // image.
  std::string phong_extras() const {
    JsonText extras(false);
    extras.begin_object();
    const float specular[3] = {material_.specular.x, material_.specular.y, material_.specular.z};
    extras.numbers("specular", specular, 3);
    extras.member("specularPower", material_.specular_power);
    if (material_.base_color_texture != kNone) {
      const Texture& texture = writer_.scene.textures[material_.base_color_texture];
      extras.member("textureName", texture.name);
    }
    if (!material_.texture_suffix.empty()) extras.member("textureSuffix", material_.texture_suffix);
    extras.end_object();
    return extras.take();
  }

  SceneWriter& writer_;
  JsonText& json_;
  const Material& material_;
  std::string label_;
  PbrMaterial pbr_;
};

// A plain source must be PNG or JPEG, so KTX2 needs the extension. Without a plain source, the extension is
// required. Some exporters use KTX2 as a plain source anyway. If the texture already has the extension, it is
// kept.
void write_ktx2_source(SceneWriter& writer, const Texture& texture, std::vector<std::string>& extensions) {
  writer.extensions.emplace(kBasis);
  writer.required_extensions.emplace(kBasis);
  if (texture.carried.extensions.find(fmt::format("\"{}\"", kBasis)) == std::string::npos)
    extensions.push_back(fmt::format("\"{}\":{{\"source\":{}}}", kBasis, texture.image));
  const SceneImage& image = writer.scene.images[texture.image];
  if (!may_be_basis(image))
    writer.lose("gltf.ktx2-not-basis",
                label_of("Image", image.uri.empty() ? image.name : image.uri, texture.image),
                "KTX2 without Basis Universal, which KHR_texture_basisu asks for; kept, but programs may "
                "show nothing of it");
}

void write_textures(SceneWriter& writer) {
  JsonText& json = writer.json;
  std::vector<Texture> kept;
  for (std::size_t t = 0; t < writer.scene.textures.size(); ++t)
    if (writer.texture_index[t] != kNone) kept.push_back(writer.scene.textures[t]);
  json.objects("textures", kept, [&](const Texture& texture) {
    if (texture.image == kNone) writer.write_name(texture.name);
    if (texture.sampler != kNone) json.member("sampler", texture.sampler);
    std::vector<std::string> extensions;
    if (is_of_type(writer.scene, texture, kWebp)) {
      writer.extensions.insert("EXT_texture_webp");
      extensions.push_back(fmt::format("\"EXT_texture_webp\":{{\"source\":{}}}", texture.image));
    } else if (is_of_type(writer.scene, texture, kKtx2)) {
      write_ktx2_source(writer, texture, extensions);
    } else if (texture.image != kNone) {
      json.member("source", texture.image);
    }
    writer.write_carried(texture.carried, extensions);
  });
}

// Whether a texture exists only as a name in a material's `extras`. These textures come after all others.
bool has_name_only(const Texture& texture) {
  return texture.image == kNone && !texture.name.empty() && texture.carried.extensions.empty();
}

// Textures from glTF files are all kept, since extensions may refer to them. From other files only textures
// with an image are kept; the names of the others are stored in their materials.
std::vector<std::uint32_t> texture_indices(const Scene& scene) {
  std::vector<std::uint32_t> indices(scene.textures.size(), kNone);
  std::uint32_t next = 0;
  for (std::uint32_t t = 0; t < indices.size(); ++t)
    if ((scene.linear_colors && !has_name_only(scene.textures[t])) || has_picture(scene, t))
      indices[t] = next++;
  return indices;
}

void write_samplers(SceneWriter& writer) {
  constexpr std::uint32_t kFilters[] = {0, 9728, 9729, 9984, 9985, 9986, 9987};
  constexpr std::uint32_t kWraps[] = {10497, 33648, 33071};
  JsonText& json = writer.json;
  json.objects("samplers", writer.scene.samplers, [&](const TextureSampler& sampler) {
    writer.write_name(sampler.name);
    if (sampler.magnify != TextureFilter::unset)
      json.member("magFilter", kFilters[static_cast<std::size_t>(sampler.magnify)]);
    if (sampler.minify != TextureFilter::unset)
      json.member("minFilter", kFilters[static_cast<std::size_t>(sampler.minify)]);
    if (sampler.wrap_u != TextureWrap::repeat)
      json.member("wrapS", kWraps[static_cast<std::size_t>(sampler.wrap_u)]);
    if (sampler.wrap_v != TextureWrap::repeat)
      json.member("wrapT", kWraps[static_cast<std::size_t>(sampler.wrap_v)]);
    writer.write_carried(sampler.carried);
  });
}

std::string file_ending(std::string_view mime_type) {
  return mime_type == "image/jpeg"  ? ".jpg"
         : mime_type == kWebp       ? ".webp"
         : mime_type == kKtx2       ? ".ktx2"
         : mime_type == "image/png" ? ".png"
                                    : "";
}

// Escapes characters that a URI cannot contain; see RFC 3986, section 2.3.
std::string uri_of(std::string_view name) {
  std::string uri;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
    if (plain)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return uri;
}

void write_image(SceneWriter& writer, const SceneImage& image) {
  const auto index = static_cast<std::size_t>(&image - writer.scene.images.data());
  JsonText& json = writer.json;
  if (image.bytes.empty()) {
    writer.write_name(image.name);
    json.member("uri", uri_of(image.uri));
    if (!image.mime_type.empty()) json.member("mimeType", image.mime_type);
    if (image.uri.empty())
      writer.lose("gltf.empty-image", label_of("Image", image.name, index), "has neither bytes nor a name");
  } else if (writer.options.embed) {
    writer.write_name(image.name);
    json.member("bufferView", writer.buffer.add_image(image.bytes));
    json.member("mimeType", mime_type_of(image));
  } else {
    writer.write_name(image.name);
    const std::string name =
        image.uri.empty() || image.uri.find('/') != std::string::npos
            ? fmt::format("{}_{}{}", writer.options.stem, index, file_ending(mime_type_of(image)))
            : image.uri;
    json.member("uri", uri_of(name));
    json.member("mimeType", mime_type_of(image));
    const bool known = std::any_of(writer.files.begin(), writer.files.end(),
                                   [&](const SideFile& file) { return file.name == name; });
    if (!known) writer.files.push_back({name, image.bytes});
  }
  writer.write_carried(image.carried);
}

}  // namespace

// Computes in double precision, so that the conversion back returns the same decimals.
float linear_from_srgb(float srgb) {
  return static_cast<float>(skelter::linear_from_srgb(double{srgb}));
}

void write_materials(SceneWriter& writer) {
  writer.texture_index = texture_indices(writer.scene);
  writer.json.objects("materials", writer.scene.materials,
                      [&](const Material& material) { MaterialWriter(writer, material).write(); });
  write_textures(writer);
  write_samplers(writer);
  writer.json.objects("images", writer.scene.images,
                      [&](const SceneImage& image) { write_image(writer, image); });
}

}  // namespace skelter::gltf
