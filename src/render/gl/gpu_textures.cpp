#include "render/gl/gpu_textures.h"

#include <algorithm>
#include <string_view>

#include "render/look/pbr_look.h"
#include "runtime/internal/format/pack_records.h"

namespace skelter {
namespace {

// Larger textures are halved until they fit, because in a software driver, computing mipmaps costs more than
// the rest of the frame.
constexpr std::uint32_t kLargestTexture = 2048;
// Keeps surfaces at grazing angles sharp, if supported. The value is from the character tutorial.
constexpr float kAnisotropy = 16;

// Indexed by the filters of a PackSampler; 0 is the default.
constexpr GLint kFilters[] = {0,
                              GL_NEAREST,
                              GL_LINEAR,
                              GL_NEAREST_MIPMAP_NEAREST,
                              GL_LINEAR_MIPMAP_NEAREST,
                              GL_NEAREST_MIPMAP_LINEAR,
                              GL_LINEAR_MIPMAP_LINEAR};
constexpr GLint kWraps[] = {GL_REPEAT, GL_MIRRORED_REPEAT, GL_CLAMP_TO_EDGE};

// Mesa's software drivers (both, seen in 22.3) draw circles around the texels of magnified textures if
// filtering is anisotropic.
bool is_drawn_by_software() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name == nullptr ? "" : name;
  return renderer.find("llvmpipe") != std::string_view::npos ||
         renderer.find("softpipe") != std::string_view::npos;
}

void set_anisotropy() {
  if (!epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic") || is_drawn_by_software()) return;
  float most = 1;
  glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
  glTexParameterf(GL_TEXTURE_2D, GL_TEXTURE_MAX_ANISOTROPY_EXT, std::min(most, kAnisotropy));
}

gl::Texture upload_texture(const Image& image, TextureContent content, const PackSampler& sampler) {
  Image smaller;
  const Image* taken = &image;
  while (std::max(taken->width, taken->height) > kLargestTexture) {
    smaller = halved(*taken);
    taken = &smaller;
  }
  const GLint minify = sampler.minify == 0 ? GL_LINEAR_MIPMAP_LINEAR : kFilters[sampler.minify];
  const GLint magnify = sampler.magnify == 0 ? GL_LINEAR : kFilters[sampler.magnify];
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, content == TextureContent::color ? GL_SRGB8_ALPHA8 : GL_RGBA8,
               static_cast<GLsizei>(taken->width), static_cast<GLsizei>(taken->height), 0, GL_RGBA,
               GL_UNSIGNED_BYTE, taken->rgba.data());
  if (minify != GL_NEAREST && minify != GL_LINEAR) glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, minify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, magnify);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, kWraps[sampler.wrap_u]);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, kWraps[sampler.wrap_v]);
  // No anisotropy for nearest filtering, which is chosen to make texels visible.
  if (minify == GL_LINEAR_MIPMAP_LINEAR && magnify == GL_LINEAR) set_anisotropy();
  return texture;
}

}  // namespace

void GpuTextures::upload(const PackLook& look, std::span<const std::optional<Image>> images) {
  look_ = look;
  images_ = images;
  textures_.resize(look.textures.size());
  solid_.resize(look.textures.size());
  Image white(1, 1);
  std::fill(white.rgba.begin(), white.rgba.end(), std::uint8_t{255});
  white_ = upload_texture(white, TextureContent::color, {});
  const std::vector<bool> of_pbr = textures_of_pbr(look);
  for (std::uint32_t t = 0; t < of_pbr.size(); ++t)
    if (!of_pbr[t]) (void)need(t, TextureContent::color);
}

bool GpuTextures::is_solid(std::uint32_t texture) {
  if (texture >= images_.size() || texture >= solid_.size() || !images_[texture]) return true;
  if (!solid_[texture]) {
    const std::vector<std::uint8_t>& rgba = images_[texture]->rgba;
    bool solid = true;
    for (std::size_t i = 3; i < rgba.size() && solid; i += 4) solid = rgba[i] == 255;
    solid_[texture] = solid;
  }
  return *solid_[texture];
}

GLuint GpuTextures::need(std::uint32_t texture, TextureContent content) {
  if (texture >= images_.size() || texture >= textures_.size() || !images_[texture]) return 0;
  gl::Texture& place = textures_[texture][static_cast<std::size_t>(content)];
  if (place.get() == 0) {
    const std::uint32_t sampler = look_.textures[texture].sampler;
    place = upload_texture(*images_[texture], content,
                           sampler == kNone ? PackSampler{} : look_.samplers[sampler]);
  }
  return place.get();
}

}  // namespace skelter
