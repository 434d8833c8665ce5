// Part of MeshPainter: reads back the output of a vertex shader through transform feedback.

#include <algorithm>
#include <cmath>
#include <string>

#include "render/model/mesh_painter.h"

namespace skelter {

Result<ShadedVertices> MeshPainter::capture(const Request& request, std::uint32_t node,
                                            std::uint32_t instance, std::uint32_t primitive) {
  const auto refusal = [&](std::string message) {
    return Error{Status::invalid_argument,
                 "render.read-back",
                 std::move(message),
                 {std::string(request.gpu->shape.file), 0, {}, {}}};
  };
  const SkinningOptions& skinning = request.skinning;
  if ((skinning.variant != nullptr ? skinning.variant->stands_for() : skinning.path) == SkinningPath::cpu)
    return refusal("the skinning path " + skinning_name(skinning) +
                   " has no vertex shader; use a different one");
  if (Result<void> prepared = prepare(request); !prepared) return prepared.error();
  const auto found = std::find_if(prepared_.begin(), prepared_.end(), [&](const Prepared& p) {
    return p.item->skin->node == node && p.item->skin->instance == instance &&
           p.item->mesh->primitive == primitive;
  });
  if (found == prepared_.end() || !found->item->skinned)
    return refusal("no skinned primitive " + std::to_string(primitive) + " in mesh instance " +
                   std::to_string(instance) + " of node " + std::to_string(node));

  const MeshGeometry& geometry = *found->geometry;
  std::vector<MotionVertex> vertices(geometry.vertex_count);
  const gl::Buffer output = gl::make_buffer();
  fill_buffer<MotionVertex>(GL_TRANSFORM_FEEDBACK_BUFFER, output, vertices, GL_STREAM_READ);
  bind_palettes();
  set_item(*found, *found->programs.front(), Mat4{}, 0);
  glEnable(GL_RASTERIZER_DISCARD);
  const auto run = [&](std::uint32_t first, std::uint32_t count) {
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, output.get(),
                      static_cast<GLintptr>(first * sizeof(MotionVertex)),
                      static_cast<GLsizeiptr>(count * sizeof(MotionVertex)));
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, static_cast<GLint>(first), static_cast<GLsizei>(count));
    glEndTransformFeedback();
  };
  if (geometry.old_vertex.empty()) {
    run(0, geometry.vertex_count);
  } else {
    for (const GeometryPart& part : geometry.parts) {
      set_bones(*found, *found->programs.front(), part);
      run(part.first_vertex, part.vertex_count);
    }
  }
  glDisable(GL_RASTERIZER_DISCARD);
  glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, output.get());
  glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0,
                     static_cast<GLsizeiptr>(vertices.size() * sizeof(MotionVertex)), vertices.data());
  glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);

  ShadedVertices out;
  out.positions.resize(found->item->vertex_count);
  out.normals.resize(found->item->vertex_count);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const std::size_t old =
        found->item->mesh->mesh.source_vertex[geometry.old_vertex.empty() ? v : geometry.old_vertex[v]];
    out.positions[old] = vertices[v].position;
    const float squared = dot(vertices[v].normal, vertices[v].normal);
    out.normals[old] = squared > 0 ? vertices[v].normal * (1 / std::sqrt(squared)) : Vec3{};
  }
  return out;
}

}  // namespace skelter
