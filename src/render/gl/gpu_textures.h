#pragma once
// A model's images on the GPU, with the filter and wrap modes of its look.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/gl/gl_handles.h"
#include "skelter/image/image.h"
#include "skelter/runtime/pack_scene.h"

namespace skelter {

// Meaning of an image's values.
enum class TextureContent : std::uint8_t {
  color,  // sRGB
  data,   // linear, such as normals and roughness
};

class GpuTextures {
 public:
  // `images`: per texture of the look, from load_textures(). Uploads the textures of classic materials; other
  // textures are uploaded by need().
  void upload(const PackLook& look, std::span<const std::optional<Image>> images);

  // Returns the GL name of PackLook::textures[texture], which is uploaded on first use, or 0 without an
  // image. Valid only while the spans passed to upload() exist.
  GLuint need(std::uint32_t texture, TextureContent content);
  // Whether every texel is opaque. True without an image. Valid only while the spans exist.
  bool is_solid(std::uint32_t texture);
  // Returns a texture with one white texel.
  GLuint white() const { return white_.get(); }
  // Releases the images, which are no longer needed after all uploads.
  void forget_images() { images_ = {}; }

 private:
  PackLook look_;
  std::span<const std::optional<Image>> images_;
  std::vector<std::array<gl::Texture, 2>> textures_;  // per texture and content
  std::vector<std::optional<bool>> solid_;            // computed on first use
  gl::Texture white_;
};

}  // namespace skelter
