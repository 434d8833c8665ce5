#include "render/look/blob_shadows.h"

#include <vector>

#include "render/look/behind_faces.h"

namespace skelter {

Result<BlobShadows> BlobShadows::create(gl::ShaderLibrary& library) {
  const auto program = library.program("blob_vertex.glsl", "blob_fragment.glsl");
  if (!program) return program.error();
  BlobShadows shadows(*program);
  glBindVertexArray(shadows.vertex_array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, shadows.places_.get());
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, sizeof(Vec2), nullptr);
  glVertexAttribDivisor(0, 1);
  glEnableVertexAttribArray(0);
  glBindVertexArray(0);
  return shadows;
}

void BlobShadows::draw(const Mat4& clip_from_world, std::span<const Affine> world_from_model, float ground_y,
                       float radius) const {
  std::vector<Vec2> places;
  places.reserve(world_from_model.size());
  for (const Affine& member : world_from_model) places.push_back({member.m[0][3], member.m[2][3]});
  glBindVertexArray(vertex_array_.get());
  glBindBuffer(GL_ARRAY_BUFFER, places_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(places.size() * sizeof(Vec2)), places.data(),
               GL_STREAM_DRAW);
  program_->use();
  program_->set("u_clip_from_world", clip_from_world);
  program_->set("u_ground_y", ground_y);
  program_->set("u_radius", radius);
  program_->set("u_strength", 0.5f);
  const BehindFaces behind;
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(places.size()));
}

}  // namespace skelter
