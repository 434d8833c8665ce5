#pragma once
// GpuScene: what an UploadedScene holds, the buffers of each mesh instance and primitive, textures,
// materials ready for the shader.

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
  GLenum mode = GL_TRIANGLES;  // or GL_LINES, GL_POINTS
  std::uint32_t slot = 0;      // of the primitive's materials
  bool without_light = false;  // lines and points without normals
  GpuMaterial material{};
};

// One primitive of one mesh instance.
struct DrawItem {
  std::uint32_t node = 0, instance = 0, primitive = 0;
  bool skinned = false;
  bool has_free_vertices = false;  // skinned, but some vertices follow the node
  std::uint32_t influences = 1;    // the most of one vertex
  std::uint32_t morph_targets = 0;
  // Mesh space: per palette entry the box of what it moves; of meshes that are not skinned one box. Every mix
  // of morph targets with weights from 0 to 1 is inside.
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

struct GpuScene {
  std::vector<DrawItem> items;
  GpuTextures textures;
  double extent = 1;  // H (scene/size.h), for line steps and sizes
};

const Primitive& primitive_of(const DrawItem& item, const Scene& scene);

// Makes the buffers, textures and materials of a scene. Needs a current context.
GpuScene upload_scene(const Scene& scene, std::span<const std::optional<Image>> textures);

// For attributes of 16 bits that mean 0 to 1.
std::uint16_t to_16_bits(float v);

// Makes item.edges from the primitive's triangles unless they are there.
void need_edges(DrawItem& item, const Primitive& primitive);

}  // namespace skelter
