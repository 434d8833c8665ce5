#pragma once
// Draws a soft round shadow on the ground below each crowd member, in one draw call.

#include <span>

#include "render/gl/gl_handles.h"
#include "render/gl/shader_library.h"
#include "skelter/math/soa.h"

namespace skelter {

class BlobShadows {
 public:
  static Result<BlobShadows> create(gl::ShaderLibrary& library);

  // Requires blending to be on. `world_from_model`: matrices of the members. Lengths are in world units.
  void draw(const Mat4& clip_from_world, std::span<const Affine> world_from_model, float ground_y,
            float radius) const;

 private:
  explicit BlobShadows(const gl::ShaderProgram* program) : program_(program) {}

  const gl::ShaderProgram* program_;
  gl::VertexArray vertex_array_ = gl::make_vertex_array();
  gl::Buffer places_ = gl::make_buffer();
};

}  // namespace skelter
