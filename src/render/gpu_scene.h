#pragma once
// GpuModel: a ModelShape on the graphics card: the buffers of each mesh, textures, materials ready for the
// shader.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "render/gl_handles.h"
#include "render/gpu_textures.h"
#include "render/mesh_geometry.h"
#include "render/pbr_look.h"
#include "skelter/image/image.h"
#include "skelter/math/bounds.h"
#include "skelter/render/renderer.h"

namespace skelter {

struct GpuMaterial {
  Vec4 base_color{1, 1, 1, 1};  // linear, as the next two
  Vec3 specular{};
  Vec3 emissive{};
  float specular_power = 0;
  GLuint texture = 0;
  Coverage coverage = Coverage::opaque;
  float alpha_cut = 0;        // fragments below it are dropped
  std::optional<GpuPbr> pbr;  // wins over what is specular
};

// Triangles of one primitive that share a material, or its lines, or its points.
struct Surface {
  std::size_t first_index = 0;
  std::size_t index_count = 0;
  GLenum mode = GL_TRIANGLES;            // or GL_LINES, GL_POINTS
  std::uint32_t material_index = kNone;  // of the look
  bool without_light = false;            // lines and points without normals
  GpuMaterial material{};
};

// One mesh of the shape.
struct DrawItem {
  const ModelMesh* mesh = nullptr;
  const ModelSkin* skin = nullptr;
  bool skinned = false;          // else all vertices follow the node: palette entry skin->node_entry
  std::uint32_t influences = 1;  // the most of one vertex
  std::uint32_t morph_targets = 0;
  // Mesh space: per palette entry the box of what it moves. Every mix of morph targets with weights from 0 to
  // 1 is inside.
  std::vector<Bounds> entry_bounds;
  Bounds bounds;  // world space, in the pose that is drawn; a box that holds the mesh
  std::size_t vertex_count = 0;
  gl::Buffer motion;      // position and normal at rest
  gl::Buffer appearance;  // texture coordinate and colour
  gl::Buffer detail;      // second texture coordinate and tangent, of materials that look at them
  VertexDetail detail_kinds;
  gl::Buffer triangles;  // indices, grouped by surface
  gl::Buffer edges;      // two indices per edge, made when first wanted
  GLsizei edge_index_count = 0;
  gl::Texture morph_offsets;  // see morph_texture.glsl
  gl::Buffer shown_colors;    // replaces the colours of `appearance` while colors_shown
  bool colors_shown = false;
  std::vector<Surface> surfaces;
  std::map<GeometryKey, MeshGeometry> geometries;  // made when first drawn
};

struct GpuModel {
  ModelShape shape;
  std::vector<DrawItem> items;  // its meshes that are shown
  GpuTextures textures;
};

// Makes the buffers, textures and materials of a model. The shape's maker outlives them. Needs a current
// context.
GpuModel upload_model(const ModelShape& shape, std::span<const std::optional<Image>> textures);

// Makes item.edges from the mesh's triangles unless they are there.
void need_edges(DrawItem& item);

}  // namespace skelter
