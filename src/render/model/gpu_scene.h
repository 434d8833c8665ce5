#pragma once
// A ModelShape on the GPU: mesh buffers, textures, and materials in shader form.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "image/internal/coverage.h"
#include "render/gl/gl_handles.h"
#include "render/gl/gpu_textures.h"
#include "render/look/pbr_look.h"
#include "render/model/mesh_geometry.h"
#include "skelter/image/image.h"
#include "skelter/math/bounds.h"
#include "skelter/render/renderer.h"

namespace skelter {

struct GpuMaterial {
  Vec4 base_color{1, 1, 1, 1};  // linear, like `specular` and `emissive`
  Vec3 specular{};
  Vec3 emissive{};
  float specular_power = 0;
  GLuint texture = 0;
  Coverage coverage = Coverage::opaque;
  float alpha_cut = 0;        // fragments with lower alpha are discarded
  std::optional<GpuPbr> pbr;  // if set, overrides the specular values
};

// The triangles of one primitive that share a material, or its lines, or its points.
struct Surface {
  std::size_t first_index = 0;
  std::size_t index_count = 0;
  GLenum mode = GL_TRIANGLES;            // GL_LINES for lines, GL_POINTS for points
  std::uint32_t material_index = kNone;  // index in the look
  bool without_light = false;            // true for lines and points without normals
  GpuMaterial material{};
};

// One mesh of the shape.
struct DrawItem {
  const ModelMesh* mesh = nullptr;
  const ModelSkin* skin = nullptr;
  bool skinned = false;          // false: all vertices follow the node, which is palette entry
                                 // skin->node_entry
  std::uint32_t influences = 1;  // maximum number of influences per vertex
  std::uint32_t morph_targets = 0;
  // Boxes in mesh space, one per palette entry, around the vertices that the entry moves, for any mix of
  // morph targets with weights from 0 to 1.
  std::vector<Bounds> entry_bounds;
  Bounds bounds;  // world space, in the drawn pose; encloses the mesh
  std::size_t vertex_count = 0;
  gl::Buffer motion;      // rest position and normal
  gl::Buffer appearance;  // texture coordinate and colour
  gl::Buffer detail;      // second texture coordinate and tangent, for materials that need them
  VertexDetail detail_kinds;
  gl::Buffer triangles;  // indices, grouped by surface
  gl::Buffer edges;      // two indices per edge, created on first use
  GLsizei edge_index_count = 0;
  gl::Texture morph_offsets;  // see morph_texture.glsl
  gl::Buffer shown_colors;    // replaces the colours of `appearance` while colors_shown is true
  bool colors_shown = false;
  std::vector<Surface> surfaces;
  std::map<GeometryKey, MeshGeometry> geometries;  // created on first use
};

struct GpuModel {
  ModelShape shape;
  std::vector<DrawItem> items;  // visible meshes
  GpuTextures textures;
};

// Creates the buffers, textures and materials of a model. The data behind the shape must outlive them.
// Requires a current context.
GpuModel upload_model(const ModelShape& shape, std::span<const std::optional<Image>> textures);

// Creates item.edges from the mesh's triangles if they do not exist yet.
void need_edges(DrawItem& item);

}  // namespace skelter
