#pragma once
// Stores long lists of four floats in textures that shaders fetch by texel, in rows of kFloatTextureWidth.

#include <cstddef>
#include <span>

#include "render/gl/gl_handles.h"
#include "skelter/math/vec.h"

namespace skelter {

inline constexpr GLsizei kFloatTextureWidth = 2048;  // as in palette_texture.glsl and morph_texture.glsl

inline constexpr std::size_t kTexelBytes = sizeof(Vec4);

// Creates, binds and fills a texture.
gl::Texture float_texture(std::span<const Vec4> texels);

// A float texture that is refilled every frame and grows as needed.
class StreamedFloatTexture {
 public:
  // Starts an empty list with capacity for `texels`. Returns false if textures cannot be that large.
  bool begin(std::size_t texels);
  // Appends texels of kTexelBytes each. Precondition: there is enough capacity.
  void append(std::span<const std::byte> texels);
  GLuint get() const { return texture_.get(); }
  GLsizei rows() const { return rows_; }

 private:
  gl::Texture texture_;
  GLsizei rows_ = 0;
  std::size_t used_ = 0;  // in texels
};

}  // namespace skelter
