// Converts materials with their base colour, and their images.

#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <fmt/format.h>

#include <algorithm>

#include "formats/assimp/context.h"

namespace skelter::assimp {
namespace {

constexpr std::size_t kTgaHeader = 18;
constexpr unsigned kMaxPixels = 16384;  // per side

std::string mime_of(const aiTexture& texture) {
  const std::string hint(texture.achFormatHint,
                         std::find(texture.achFormatHint, texture.achFormatHint + 4, '\0'));
  if (hint == "jpg" || hint == "jpeg") return "image/jpeg";
  return hint.empty() ? "" : "image/" + hint;
}

// Stores uncompressed pixels (blue first) as a TGA file, the simplest format that holds them unchanged.
std::vector<std::byte> as_tga(const aiTexture& texture) {
  const unsigned w = texture.mWidth, h = texture.mHeight;
  std::vector<std::byte> bytes(kTgaHeader);
  bytes[2] = std::byte{2};  // uncompressed colours
  bytes[12] = static_cast<std::byte>(w & 255);
  bytes[13] = static_cast<std::byte>(w >> 8);
  bytes[14] = static_cast<std::byte>(h & 255);
  bytes[15] = static_cast<std::byte>(h >> 8);
  bytes[16] = std::byte{32};
  bytes[17] = std::byte{0x28};  // 8 bits of alpha, top row first
  const auto* pixels = reinterpret_cast<const std::byte*>(texture.pcData);
  bytes.insert(bytes.end(), pixels, pixels + std::size_t{4} * w * h);
  return bytes;
}

// Adds the image of an embedded texture. Returns kNone for an invalid image.
std::uint32_t add_image(Context& c, const aiTexture& texture, const std::string& name) {
  SceneImage image;
  image.name = name;
  if (texture.pcData == nullptr || texture.mWidth == 0) return kNone;
  if (texture.mHeight == 0) {
    const auto* data = reinterpret_cast<const std::byte*>(texture.pcData);
    image.bytes.assign(data, data + texture.mWidth);
    image.mime_type = mime_of(texture);
  } else if (texture.mWidth <= kMaxPixels && texture.mHeight <= kMaxPixels) {
    image.bytes = as_tga(texture);
    image.mime_type = "image/x-tga";
  } else {
    c.warn("assimp.picture", "Texture " + name, "its image is larger than 16384 pixels; left out");
    return kNone;
  }
  c.scene.images.push_back(std::move(image));
  return static_cast<std::uint32_t>(c.scene.images.size() - 1);
}

std::string image_path(const std::string& name) {
  std::string text;
  for (const char ch : name) {
    if (ch != '\\')
      text += ch;
    else if (text.empty() || text.back() != '/')
      text += '/';
  }
  return text;
}

// Returns the texture's index in the scene. Scene textures have unique names.
std::uint32_t texture_of(Context& c, const std::string& written) {
  std::string name = image_path(written);
  const aiTexture* embedded = c.from.GetEmbeddedTexture(written.c_str());
  if (embedded != nullptr && embedded->mFilename.length != 0) name = image_path(text(embedded->mFilename));
  for (std::size_t t = 0; t < c.scene.textures.size(); ++t)
    if (c.scene.textures[t].name == name) return static_cast<std::uint32_t>(t);
  Texture texture;
  texture.image = embedded == nullptr ? kNone : add_image(c, *embedded, name);
  texture.name = std::move(name);
  c.scene.textures.push_back(std::move(texture));
  return static_cast<std::uint32_t>(c.scene.textures.size() - 1);
}

bool color_of(const aiMaterial& from, const char* key, aiColor4D& color) {
  return aiGetMaterialColor(&from, key, 0, 0, &color) == aiReturn_SUCCESS && std::isfinite(color.r) &&
         std::isfinite(color.g) && std::isfinite(color.b) && std::isfinite(color.a);
}

bool number_of(const aiMaterial& from, const char* key, float& number) {
  float value = 0;
  if (aiGetMaterialFloat(&from, key, 0, 0, &value) != aiReturn_SUCCESS || !std::isfinite(value)) return false;
  number = value;
  return true;
}

Material read_material(Context& c, const aiMaterial& from) {
  Material material;
  aiString word;
  if (from.Get(AI_MATKEY_NAME, word) == aiReturn_SUCCESS) material.name = text(word);
  aiColor4D color;
  if (color_of(from, "$clr.base", color) || color_of(from, "$clr.diffuse", color))
    material.base_color = {color.r, color.g, color.b, color.a};
  float opacity = 1;
  if (number_of(from, "$mat.opacity", opacity) && opacity >= 0 && opacity < 1 && material.base_color.w == 1)
    material.base_color.w = opacity;
  if (color_of(from, "$clr.specular", color)) material.specular = {color.r, color.g, color.b};
  number_of(from, "$mat.shininess", material.specular_power);
  if (color_of(from, "$clr.emissive", color)) material.emissive = {color.r, color.g, color.b};
  int both_sides = 0;
  if (from.Get(AI_MATKEY_TWOSIDED, both_sides) == aiReturn_SUCCESS) material.double_sided = both_sides != 0;
  for (const aiTextureType kind : {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE}) {
    if (material.base_color_texture != kNone || from.GetTextureCount(kind) == 0) continue;
    if (from.GetTexture(kind, 0, &word) == aiReturn_SUCCESS && word.length != 0)
      material.base_color_texture = texture_of(c, text(word));
  }
  return material;
}

}  // namespace

void read_materials(Context& c) {
  for (unsigned m = 0; m < c.from.mNumMaterials; ++m)
    c.scene.materials.push_back(c.from.mMaterials[m] == nullptr ? Material{}
                                                                : read_material(c, *c.from.mMaterials[m]));
}

}  // namespace skelter::assimp
