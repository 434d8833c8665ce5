#include "render/look/internal/sprite.h"

#include <string>
#include <utility>

#include "render/gl/gl_handles.h"
#include "render/gl/shader_library.h"

namespace skelter {

void apply_color_key(Image& image, std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    std::uint8_t* p = &image.rgba[i];
    if (p[0] == red && p[1] == green && p[2] == blue && p[3] == 255) p[0] = p[1] = p[2] = p[3] = 0;
  }
}

struct Sprite::State {
  std::unique_ptr<gl::ShaderLibrary> library;  // owns the program
  const gl::ShaderProgram* program = nullptr;
  float width = 0, height = 0;
  gl::VertexArray vertex_array = gl::make_vertex_array();  // empty, because corners are computed from the
                                                           // vertex index
  gl::Texture texture = gl::make_texture();
};

Sprite::Sprite(std::unique_ptr<State> state) : state_(std::move(state)) {}
Sprite::Sprite(Sprite&&) noexcept = default;
Sprite& Sprite::operator=(Sprite&&) noexcept = default;
Sprite::~Sprite() = default;

Result<Sprite> Sprite::create(const Image& image) {
  auto library = std::make_unique<gl::ShaderLibrary>(std::string(), false);
  const auto program = library->program("sprite_vertex.glsl", "sprite_fragment.glsl");
  if (!program) return program.error();
  std::unique_ptr<State> state(new State{std::move(library), *program, static_cast<float>(image.width),
                                         static_cast<float>(image.height)});
  glActiveTexture(GL_TEXTURE0 + gl::kMaterialUnit);
  glBindTexture(GL_TEXTURE_2D, state->texture.get());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width),
               static_cast<GLsizei>(image.height), 0, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glBindTexture(GL_TEXTURE_2D, 0);
  return Sprite(std::move(state));
}

void Sprite::draw(std::uint32_t width, std::uint32_t height, const SpritePosition& place) const {
  glViewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  state_->program->use();
  const auto scale = static_cast<float>(place.scale);
  state_->program->set("u_corner", Vec2{static_cast<float>(place.x), static_cast<float>(place.y)});
  state_->program->set("u_size", Vec2{state_->width * scale, state_->height * scale});
  state_->program->set("u_frame", Vec2{static_cast<float>(width), static_cast<float>(height)});
  state_->program->set("u_tint", place.tint);
  state_->program->set("u_alpha_reference", static_cast<float>(place.alpha_reference));
  glActiveTexture(GL_TEXTURE0 + gl::kMaterialUnit);
  glBindTexture(GL_TEXTURE_2D, state_->texture.get());
  glBindVertexArray(state_->vertex_array.get());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDisable(GL_BLEND);
}

}  // namespace skelter
