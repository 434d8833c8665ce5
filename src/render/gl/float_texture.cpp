#include "render/gl/float_texture.h"

#include <algorithm>

namespace skelter {
namespace {

constexpr auto kWidth = static_cast<std::size_t>(kFloatTextureWidth);

gl::Texture empty_texture(GLsizei rows) {
  gl::Texture texture = gl::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.get());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, kFloatTextureWidth, rows, 0, GL_RGBA, GL_FLOAT, nullptr);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  return texture;
}

// Writes texels at index `at` of the bound texture: the rest of a row, full rows, the start of a row.
void fill(std::size_t at, std::span<const std::byte> texels) {
  while (!texels.empty()) {
    const std::size_t left = texels.size() / kTexelBytes;
    const std::size_t column = at % kWidth;
    const std::size_t rows = column == 0 ? left / kWidth : 0;
    const std::size_t count = rows > 0 ? rows * kWidth : std::min(kWidth - column, left);
    glTexSubImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(column), static_cast<GLint>(at / kWidth),
                    static_cast<GLsizei>(rows > 0 ? kWidth : count),
                    static_cast<GLsizei>(std::max<std::size_t>(rows, 1)), GL_RGBA, GL_FLOAT, texels.data());
    at += count;
    texels = texels.subspan(count * kTexelBytes);
  }
}

std::size_t rows_for(std::size_t texels) {
  return std::max<std::size_t>((texels + kWidth - 1) / kWidth, 1);
}

}  // namespace

gl::Texture float_texture(std::span<const Vec4> texels) {
  gl::Texture texture = empty_texture(static_cast<GLsizei>(rows_for(texels.size())));
  fill(0, std::as_bytes(texels));
  return texture;
}

bool StreamedFloatTexture::begin(std::size_t texels) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const std::size_t rows = rows_for(texels);
  if (rows > static_cast<std::size_t>(largest)) return false;
  used_ = 0;
  if (rows <= static_cast<std::size_t>(rows_)) return true;
  rows_ = static_cast<GLsizei>(
      std::min(std::max(rows, 2 * static_cast<std::size_t>(rows_)), static_cast<std::size_t>(largest)));
  texture_ = empty_texture(rows_);
  return true;
}

void StreamedFloatTexture::append(std::span<const std::byte> texels) {
  glBindTexture(GL_TEXTURE_2D, texture_.get());
  fill(used_, texels);
  used_ += texels.size() / kTexelBytes;
}

}  // namespace skelter
