#include "render/gl/internal/target.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "render/gl/gl_handles.h"

namespace skelter {

struct RenderTarget::State {
  std::uint32_t width = 0, height = 0, samples = 1;
  gl::Renderbuffer color, depth, resolved_color;
  gl::Framebuffer framebuffer, resolved;  // `resolved` is used only with multisampling
};

RenderTarget::RenderTarget(std::unique_ptr<State> state) : state_(std::move(state)) {}
RenderTarget::RenderTarget(RenderTarget&&) noexcept = default;
RenderTarget& RenderTarget::operator=(RenderTarget&&) noexcept = default;
RenderTarget::~RenderTarget() = default;

namespace {

gl::Renderbuffer make_storage(GLenum format, std::uint32_t width, std::uint32_t height,
                              std::uint32_t samples) {
  gl::Renderbuffer buffer = gl::make_renderbuffer();
  glBindRenderbuffer(GL_RENDERBUFFER, buffer.get());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples > 1 ? static_cast<GLsizei>(samples) : 0, format,
                                   static_cast<GLsizei>(width), static_cast<GLsizei>(height));
  return buffer;
}

Error size_error(std::uint32_t width, std::uint32_t height, GLint largest) {
  return {Status::invalid_argument,
          "render.size",
          "image size " + std::to_string(width) + "x" + std::to_string(height) + "; expected 1x1 to " +
              std::to_string(largest) + "x" + std::to_string(largest),
          {}};
}

}  // namespace

Result<RenderTarget> RenderTarget::create(std::uint32_t width, std::uint32_t height, std::uint32_t samples) {
  GLint largest = 0, most_samples = 1;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  glGetIntegerv(GL_MAX_SAMPLES, &most_samples);
  if (width == 0 || height == 0 || width > static_cast<std::uint32_t>(largest) ||
      height > static_cast<std::uint32_t>(largest))
    return size_error(width, height, largest);

  auto state = std::make_unique<State>();
  state->width = width;
  state->height = height;
  state->samples = std::clamp(samples, 1u, static_cast<std::uint32_t>(std::max(most_samples, 1)));
  while (glGetError() != GL_NO_ERROR) {
  }
  state->color = make_storage(GL_RGBA8, width, height, state->samples);
  state->depth = make_storage(GL_DEPTH24_STENCIL8, width, height, state->samples);
  state->framebuffer = gl::make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, state->framebuffer.get());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, state->color.get());
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, state->depth.get());
  bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  if (state->samples > 1) {
    state->resolved_color = make_storage(GL_RGBA8, width, height, 1);
    state->resolved = gl::make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, state->resolved.get());
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              state->resolved_color.get());
    complete = complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }
  if (!complete || glGetError() != GL_NO_ERROR)
    return Error{Status::unsupported,
                 "render.target",
                 "cannot create a framebuffer of " + std::to_string(width) + "x" + std::to_string(height) +
                     " with " + std::to_string(state->samples) + " samples; reduce one of them",
                 {}};
  RenderTarget target(std::move(state));
  target.bind();
  return target;
}

std::uint32_t RenderTarget::width() const {
  return state_->width;
}
std::uint32_t RenderTarget::height() const {
  return state_->height;
}
std::uint32_t RenderTarget::samples() const {
  return state_->samples;
}

void RenderTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer.get());
}

Image RenderTarget::read_pixels() const {
  const auto w = static_cast<GLint>(state_->width), h = static_cast<GLint>(state_->height);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->framebuffer.get());
  if (state_->samples > 1) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, state_->resolved.get());
    glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, state_->resolved.get());
  }
  Image image(state_->width, state_->height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, w, h, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  bind();

  // OpenGL's first row is at the bottom.
  const std::size_t row = std::size_t{image.width} * 4;
  for (std::uint32_t y = 0; y < image.height / 2; ++y)
    std::swap_ranges(image.at(0, y), image.at(0, y) + row, image.at(0, image.height - 1 - y));
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
  return image;
}

}  // namespace skelter
