#include "render/look/ground_shadow.h"

#include <algorithm>

#include "render/look/behind_faces.h"

namespace skelter {
namespace {

constexpr GLsizei kSize = 256;  // texels per side; the blur hides them

}  // namespace

Result<GroundShadow> GroundShadow::create(gl::ShaderLibrary& library) {
  const auto blur = library.program("screen_vertex.glsl", "blur_fragment.glsl");
  if (!blur) return blur.error();
  const auto ground = library.program("ground_vertex.glsl", "shadow_fragment.glsl");
  if (!ground) return ground.error();
  GroundShadow shadow(*blur, *ground);
  shadow.make_textures();
  return shadow;
}

void GroundShadow::make_textures() {
  GLint drawn_to = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn_to);
  no_vertices_ = gl::make_vertex_array();
  for (std::size_t i = 0; i < 2; ++i) {
    textures_[i] = gl::make_texture();
    glBindTexture(GL_TEXTURE_2D, textures_[i].get());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, kSize, kSize, 0, GL_RED, GL_UNSIGNED_BYTE, nullptr);
    for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
      glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
    for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
      glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
    framebuffers_[i] = gl::make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[i].get());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures_[i].get(), 0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(drawn_to));
}

void GroundShadow::prepare(const Bounds& bounds, double ground_y, MeshPainter& meshes) {
  GLint drawn_to = 0, viewport[4];
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn_to);
  glGetIntegerv(GL_VIEWPORT, viewport);
  const Vec3d center = bounds.center(), size = bounds.size();
  // Adds a margin around the scene, so that the blurred edge is inside the texture.
  half_size_ = static_cast<float>(std::max({size.x, size.z, 0.25 * size.y, 1e-9}) * 0.5 * 1.35);
  center_ = {static_cast<float>(center.x), static_cast<float>(ground_y), static_cast<float>(center.z)};

  Mat4 seen_from_above;  // x and z fill the texture, and height is ignored
  seen_from_above.m = {
      1 / half_size_,          0, 0, 0, 0, 0, 0, 0, 0, 1 / half_size_, 0, 0, -center_.x / half_size_,
      -center_.z / half_size_, 0, 1};
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[0].get());
  glViewport(0, 0, kSize, kSize);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glEnable(GL_BLEND);
  glBlendEquation(GL_MAX);  // the lowest point above a spot darkens it
  meshes.paint_occluders(seen_from_above, center_.y,
                         static_cast<float>(std::max(size.y * 0.55, 0.25 * half_size_)));
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_BLEND);

  blur_->use();
  blur_->set("u_texture", 0);
  glBindVertexArray(no_vertices_.get());
  for (int pass = 0; pass < 4; ++pass) {
    const float texels = (pass < 2 ? 1.0f : 2.0f) / kSize;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffers_[(pass + 1) % 2].get());
    glBindTexture(GL_TEXTURE_2D, textures_[pass % 2].get());
    blur_->set("u_texel_step", pass % 2 == 0 ? Vec2{texels, 0} : Vec2{0, texels});
    glDrawArrays(GL_TRIANGLES, 0, 3);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(drawn_to));
  glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
}

void GroundShadow::draw(const Mat4& clip_from_world) const {
  ground_->use();
  ground_->set("u_clip_from_world", clip_from_world);
  ground_->set("u_centre", center_);
  ground_->set("u_half_size", half_size_);
  ground_->set("u_texture", 0);
  ground_->set("u_strength", 0.55f);
  glBindTexture(GL_TEXTURE_2D, textures_[0].get());
  glBindVertexArray(no_vertices_.get());
  const BehindFaces behind;
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace skelter
