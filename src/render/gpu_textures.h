#pragma once
// GpuTextures: a model's images on the graphics card, with the filters and edges that its look asks for.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "render/gl_handles.h"
#include "skelter/image/image.h"
#include "skelter/runtime/pack_scene.h"

namespace skelter {

// What the numbers of a picture mean.
enum class TextureContent : std::uint8_t {
  color,  // sRGB
  data,   // as they are: normals, roughness
};

class GpuTextures {
 public:
  // `images`: per texture of the look, as load_textures() gives them. Uploads what old materials may use;
  // the rest waits until need().
  void upload(const PackLook& look, std::span<const std::optional<Image>> images);

  // The GL name of PackLook::textures[texture], uploaded when it is first asked for; 0 when there is no
  // picture. Only while the spans given to upload() live.
  GLuint need(std::uint32_t texture, TextureContent content);
  // Whether no texel lets anything through; true when there is no picture. Only while the spans live.
  bool is_solid(std::uint32_t texture);
  // One white texel.
  GLuint white() const { return white_.get(); }
  // Call when all is uploaded: the pictures are not looked at any more.
  void forget_images() { images_ = {}; }

 private:
  PackLook look_;
  std::span<const std::optional<Image>> images_;
  std::vector<std::array<gl::Texture, 2>> textures_;  // per texture and content
  std::vector<std::optional<bool>> solid_;            // looked at when first wanted
  gl::Texture white_;
};

}  // namespace skelter
