#pragma once
// The vertex arrays of one mesh, in the form that a skinning path needs.

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "render/gl/gl_handles.h"
#include "render/model/internal/skinning_variant.h"
#include "render/model/mesh_vertices.h"
#include "skelter/core/result.h"

namespace skelter {

struct DrawItem;
struct GpuModel;

enum class GeometryKind : std::uint8_t {
  rest,        // position, normal, texture coordinate and colour as in the file
  influences,  // `rest` plus four or eight influences on the mesh's full palette
  written,     // position and normal written by the CPU every frame
  groups,      // vertices by group, with influences on the group's palette, or with the variant's data
};
struct GeometryKey {
  GeometryKind kind = GeometryKind::rest;
  std::uint32_t palette_size = 0, max_influences = 0;  // only for groups
  const SkinningVariant* variant = nullptr;            // only for groups
  friend bool operator<(const GeometryKey& a, const GeometryKey& b) {
    return std::tie(a.kind, a.palette_size, a.max_influences, a.variant) <
           std::tie(b.kind, b.palette_size, b.max_influences, b.variant);
  }
};

struct MeshGeometry {
  gl::VertexArray vertex_array;
  std::vector<gl::Buffer> buffers;  // except the item's own; for `written`, the first contains position and
                                    // normal
  GLuint triangles = 0;             // index buffer
  std::vector<GeometryPart> parts;
  std::vector<std::uint32_t> old_vertex;  // mesh vertex of each vertex; empty if they are identical
  std::uint32_t vertex_count = 0;
  std::uint32_t vertex_bytes = 0;
  std::uint32_t influences = 0;  // maximum per vertex; value of INFLUENCES in shaders
  bool colors_shown = false;     // whether the colour attribute reads the item's replaced colours
};

// Returns a skinned mesh in the form that variants use.
SkinningVariant::Mesh variant_mesh(const DrawItem& item);

// Errors: invalid_argument if the mesh does not fit the palette.
Result<MeshGeometry> make_geometry(const DrawItem& item, const GpuModel& model, const GeometryKey& key);

// Updates the vertices of a geometry that the CPU writes.
void write_vertices(const MeshGeometry& geometry, std::span<const MotionVertex> vertices);

// Points the colour attribute at the item's own or replaced colours, depending on item.colors_shown. Only for
// geometries that use the mesh's own vertices.
void describe_colors(const DrawItem& item, MeshGeometry& geometry);

template <class T>
void fill_buffer(GLenum kind, const gl::Buffer& buffer, std::span<const T> values, GLenum usage) {
  glBindBuffer(kind, buffer.get());
  glBufferData(kind, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), usage);
}

// In WebGL, an index buffer must never have been bound to any other target. A separate vertex array is used,
// because binding the buffer would change the current vertex array.
template <class T>
void fill_index_buffer(const gl::Buffer& buffer, std::span<const T> values) {
  const gl::VertexArray apart = gl::make_vertex_array();
  glBindVertexArray(apart.get());
  fill_buffer<T>(GL_ELEMENT_ARRAY_BUFFER, buffer, values, GL_STATIC_DRAW);
  glBindVertexArray(0);
}

}  // namespace skelter
