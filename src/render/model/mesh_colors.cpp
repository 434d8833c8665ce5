#include "render/model/mesh_colors.h"

#include <algorithm>

#include "render/look/material_look.h"

namespace skelter {
namespace {

const MeshColors* colors_of(const DrawItem& item, std::span<const MeshColors> colors) {
  const auto found = std::find_if(colors.begin(), colors.end(), [&](const MeshColors& c) {
    return c.node == item.skin->node && c.instance == item.skin->instance &&
           c.primitive == item.mesh->primitive && c.colors.size() == item.vertex_count;
  });
  return found == colors.end() ? nullptr : &*found;
}

void upload_colors(DrawItem& item, std::span<const Vec3> colors) {
  std::vector<std::array<std::uint16_t, 4>> linear(colors.size());
  for (std::size_t v = 0; v < colors.size(); ++v) {
    const Vec3 c = linear_from_srgb(colors[item.mesh->mesh.source_vertex[v]]);
    linear[v] = {to_16_bits(c.x), to_16_bits(c.y), to_16_bits(c.z), 65535};
  }
  if (item.shown_colors.get() == 0) item.shown_colors = gl::make_buffer();
  glBindBuffer(GL_ARRAY_BUFFER, item.shown_colors.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(linear.size() * sizeof linear[0]), linear.data(),
               GL_STREAM_DRAW);
}

}  // namespace

void show_mesh_colors(GpuModel& model, std::span<const MeshColors> colors) {
  for (DrawItem& item : model.items) {
    const MeshColors* shown = colors_of(item, colors);
    if (shown == nullptr && !item.colors_shown) continue;
    if (shown != nullptr) upload_colors(item, shown->colors);
    item.colors_shown = shown != nullptr;
  }
}

GpuMaterial plain_material(GLuint white_texture) {
  GpuMaterial material;
  material.texture = white_texture;
  return material;
}

}  // namespace skelter
