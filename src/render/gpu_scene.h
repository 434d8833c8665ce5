#pragma once
// GpuScene: what an UploadedScene holds, one vertex array per mesh instance and primitive, textures,
// materials ready for the shader.

#include <array>
#include <cstdint>
#include <vector>

#include "render/gl_handles.h"
#include "skelter/math/bounds.h"
#include "skelter/render/renderer.h"

namespace skelter {

// How a material treats what lies behind it.
enum class Coverage : std::uint8_t { opaque, cut_out, blended };

struct GpuMaterial {
  Vec4 base_color{1, 1, 1, 1};  // linear, as the next two
  Vec3 specular{};
  Vec3 emissive{};
  float specular_power = 0;
  GLuint texture = 0;
  Coverage coverage = Coverage::opaque;
};

// Triangles of one primitive that share a material.
struct Surface {
  std::size_t first_index = 0;
  std::size_t index_count = 0;
  GpuMaterial material;
};

struct DrawItem {
  std::uint32_t node = 0, instance = 0, primitive = 0;
  bool skinned = false;
  Bounds bounds;  // of the positions in the vertex buffer: world space when skinned, else mesh space
  gl::VertexArray vertex_array;
  gl::Buffer motion;      // position and normal; renewed with every draw when skinned
  gl::Buffer appearance;  // texture coordinate and colour
  gl::Buffer triangles;
  gl::VertexArray edge_vertex_array;
  gl::Buffer edges;  // two indices per edge, made when first wanted
  GLsizei edge_index_count = 0;
  std::size_t vertex_count = 0;
  gl::Buffer shown_colors;  // stands in for the colours of `appearance` while colors_shown
  bool colors_shown = false;
  std::vector<Surface> surfaces;
};

struct GpuScene {
  std::vector<DrawItem> items;
  std::vector<gl::Texture> textures;
  gl::Texture white;
  double extent = 1;  // largest extent of the rest pose, for line steps and sizes
};

// Position and normal of every vertex, as the vertex buffers hold them.
struct MotionVertex {
  Vec3 position, normal;
};

// Makes the buffers, textures and materials of a scene. Needs a current context.
GpuScene upload_scene(const Scene& scene, std::span<const std::optional<Image>> textures);

// New vertices of a skinned item, of any pose; sets its bounds.
void upload_motion(DrawItem& item, std::span<const MotionVertex> vertices, GLenum usage);

// Points the colour attribute of the item's triangles at its own colours, or at shown_colors.
void describe_colors(const DrawItem& item);

// For attributes of 16 bits that mean 0 to 1.
std::uint16_t to_16_bits(float v);

// Makes item.edges from the primitive's triangles unless they are there.
void need_edges(DrawItem& item, const Primitive& primitive);

}  // namespace skelter
