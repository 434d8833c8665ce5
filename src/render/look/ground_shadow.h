#pragma once
// A soft contact shadow. The scene is drawn from above into a small texture, darker near the ground. The
// texture is blurred and drawn on the ground.

#include "render/model/mesh_painter.h"
#include "skelter/math/bounds.h"

namespace skelter {

class GroundShadow {
 public:
  static Result<GroundShadow> create(gl::ShaderLibrary& library);

  // Draws the shadow texture for the contents of `bounds`. Restores the framebuffer and viewport.
  // Precondition: `meshes` has been prepared for the shadow.
  void prepare(const Bounds& bounds, double ground_y, MeshPainter& meshes);
  // Blends the shadow onto the ground. Requires blending to be on.
  void draw(const Mat4& clip_from_world) const;

 private:
  GroundShadow(const gl::ShaderProgram* blur, const gl::ShaderProgram* ground)
      : blur_(blur), ground_(ground) {}
  void make_textures();

  const gl::ShaderProgram *blur_, *ground_;
  gl::Texture textures_[2];
  gl::Framebuffer framebuffers_[2];
  gl::VertexArray no_vertices_;
  Vec3 center_{};
  float half_size_ = 1;
};

}  // namespace skelter
