#pragma once
// GpuTextures: a model's images on the GPU, with the filter and wrap modes of its look.

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
  data,   // linear: normals, roughness
};

class GpuTextures {
 public:
  // `images`: per texture of the look, from load_textures(). Uploads textures of classic materials; the
  // others wait for need().
  void upload(const PackLook& look, std::span<const std::optional<Image>> images);

  // GL name of PackLook::textures[texture], uploaded on first use; 0 without an image. Valid only while the
  // spans given to upload() exist.
  GLuint need(std::uint32_t texture, TextureContent content);
  // True if every texel is opaque, or without an image. Valid only while the spans exist.
  bool is_solid(std::uint32_t texture);
  // A texture of one white texel.
  GLuint white() const { return white_.get(); }
  // Call after all uploads: the images are no longer needed.
  void forget_images() { images_ = {}; }

 private:
  PackLook look_;
  std::span<const std::optional<Image>> images_;
  std::vector<std::array<gl::Texture, 2>> textures_;  // per texture and content
  std::vector<std::optional<bool>> solid_;            // computed on first use
  gl::Texture white_;
};

}  // namespace skelter
