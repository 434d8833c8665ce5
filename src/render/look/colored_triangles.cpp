#include "render/look/internal/colored_triangles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "render/gl/gl_handles.h"
#include "render/gl/shader_library.h"

namespace skelter {
namespace {

constexpr GLuint kPosition = 0, kColor = 1, kWeights = 2;
constexpr std::size_t kPaletteSize = 4;

std::uint32_t byte_of(float c) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(c, 0.0f, 1.0f) * 255));
}

}  // namespace

ColoredVertex colored_vertex(const Vec3& position, const Vec3& color) {
  const std::uint32_t rgba = byte_of(color.x) | byte_of(color.y) << 8 | byte_of(color.z) << 16 | 0xFF000000u;
  return {position.x, position.y, position.z, rgba};
}

struct ColoredTriangles::State {
  std::unique_ptr<gl::ShaderLibrary> library;  // owns the program
  const gl::ShaderProgram* program = nullptr;
  gl::VertexArray vertex_array = gl::make_vertex_array();
  gl::Buffer vertices = gl::make_buffer();
  gl::Buffer weights = gl::make_buffer();
  GLsizei count = 0;
  std::uint64_t bytes_filled = 0;

  template <class T>
  void send(const gl::Buffer& buffer, std::span<const T> values) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size_bytes()), values.data(),
                 GL_STREAM_DRAW);
    bytes_filled += values.size_bytes();
  }
  void send_vertices(std::span<const ColoredVertex> values) {
    const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
    glBindVertexArray(vertex_array.get());
    send(vertices, values);
    glVertexAttribPointer(kPosition, 3, GL_FLOAT, GL_FALSE, sizeof(ColoredVertex), at(0));
    glVertexAttribPointer(kColor, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(ColoredVertex),
                          at(offsetof(ColoredVertex, rgba)));
    glEnableVertexAttribArray(kPosition);
    glEnableVertexAttribArray(kColor);
    count = static_cast<GLsizei>(values.size());
  }
};

ColoredTriangles::ColoredTriangles(std::unique_ptr<State> state) : state_(std::move(state)) {}
ColoredTriangles::ColoredTriangles(ColoredTriangles&&) noexcept = default;
ColoredTriangles& ColoredTriangles::operator=(ColoredTriangles&&) noexcept = default;
ColoredTriangles::~ColoredTriangles() = default;

Result<ColoredTriangles> ColoredTriangles::create(const std::string& shader_folder, bool debug_shaders) {
  auto library = std::make_unique<gl::ShaderLibrary>(shader_folder, debug_shaders);
  const auto program = library->program("colored_vertex.glsl", "colored_fragment.glsl");
  if (!program) return program.error();
  return ColoredTriangles(std::unique_ptr<State>(new State{std::move(library), *program}));
}

Result<bool> ColoredTriangles::reload_changed_shaders() {
  return state_->library->reload_changed();
}

void ColoredTriangles::fill(std::span<const ColoredVertex> vertices) {
  state_->send_vertices(vertices);
  glDisableVertexAttribArray(kWeights);
  glBindVertexArray(0);
}

void ColoredTriangles::fill(std::span<const ColoredVertex> vertices,
                            std::span<const std::array<float, 4>> weights) {
  state_->send_vertices(vertices);
  state_->send(state_->weights, weights);
  glVertexAttribPointer(kWeights, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(kWeights);
  glBindVertexArray(0);
}

void ColoredTriangles::draw(std::uint32_t width, std::uint32_t height, const Vec3& background,
                            const Mat4& clip_from_world, std::span<const Mat4> palette) {
  glViewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
  glDisable(GL_SCISSOR_TEST);
  glClearColor(background.x, background.y, background.z, 1);
  glDepthMask(GL_TRUE);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
  state_->program->use();
  state_->program->set("u_clip_from_world", clip_from_world);
  std::array<Mat4, kPaletteSize> matrices{};
  std::copy_n(palette.begin(), std::min(palette.size(), kPaletteSize), matrices.begin());
  glUniformMatrix4fv(state_->program->place("u_matrices"), kPaletteSize, GL_FALSE, matrices[0].m.data());
  glVertexAttrib4f(kWeights, 1, 0, 0, 0);  // default for vertices without weights
  glBindVertexArray(state_->vertex_array.get());
  glDrawArrays(GL_TRIANGLES, 0, state_->count);
  glBindVertexArray(0);
}

std::uint64_t ColoredTriangles::bytes_filled() const {
  return state_->bytes_filled;
}

}  // namespace skelter
