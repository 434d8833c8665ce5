#pragma once
// GroundShadow: a soft contact shadow. The scene is drawn from above into a small texture, darker the nearer
// it is to the ground, blurred, and laid on the ground.

#include <functional>

#include "render/shader_program.h"
#include "skelter/math/bounds.h"

namespace skelter {

class GroundShadow {
 public:
  static Result<GroundShadow> create();

  // Draws all meshes with the given program; its u_clip_from_world is set.
  using DrawMeshes = std::function<void(const gl::ShaderProgram&)>;

  // Makes the texture for what is inside `bounds`. Leaves the framebuffer and viewport as they were.
  void prepare(const Bounds& bounds, double ground_y, const DrawMeshes& draw_meshes);
  // Blends the shadow onto the ground. Needs blending on.
  void draw(const Mat4& clip_from_world) const;

 private:
  GroundShadow(gl::ShaderProgram occluder, gl::ShaderProgram blur, gl::ShaderProgram ground);
  void make_textures();

  gl::ShaderProgram occluder_, blur_, ground_;
  gl::Texture textures_[2];
  gl::Framebuffer framebuffers_[2];
  gl::VertexArray no_vertices_;
  Vec3 center_{};
  float half_size_ = 1;
};

}  // namespace skelter
