#pragma once
// MeshGeometry: the vertex arrays of one mesh in the form that a way of skinning wants.

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "render/gl_handles.h"
#include "render/internal/skinning_variant.h"
#include "render/mesh_vertices.h"
#include "skelter/core/result.h"

namespace skelter {

struct DrawItem;
struct GpuModel;

enum class GeometryKind : std::uint8_t {
  rest,        // position, normal, texture coordinate, colour as in the file
  influences,  // and four or eight influences on the mesh's whole palette
  written,     // position and normal written by the CPU for every picture
  groups,      // vertices by group: influences as above on the group's palette, or what the variant made
};
struct GeometryKey {
  GeometryKind kind = GeometryKind::rest;
  std::uint32_t palette_size = 0, max_influences = 0;  // groups
  const SkinningVariant* variant = nullptr;            // groups: by nobody else
  friend bool operator<(const GeometryKey& a, const GeometryKey& b) {
    return std::tie(a.kind, a.palette_size, a.max_influences, a.variant) <
           std::tie(b.kind, b.palette_size, b.max_influences, b.variant);
  }
};

struct MeshGeometry {
  gl::VertexArray vertex_array;
  std::vector<gl::Buffer> buffers;  // not those of the item; `written`: the first has position and normal
  GLuint triangles = 0;             // bound as element buffer
  std::vector<GeometryPart> parts;
  std::vector<std::uint32_t> old_vertex;  // per vertex the mesh's; empty: the same
  std::uint32_t vertex_count = 0;
  std::uint32_t vertex_bytes = 0;
  std::uint32_t influences = 0;  // the most of one vertex; INFLUENCES in shaders
  bool colors_shown = false;     // the colour attribute reads the item's shown colours
};

// A skinned mesh as variants read it.
SkinningVariant::Mesh variant_mesh(const DrawItem& item);

// Errors: invalid_argument, for a palette that the mesh does not fit.
Result<MeshGeometry> make_geometry(const DrawItem& item, const GpuModel& model, const GeometryKey& key);

// New vertices of a geometry that the CPU writes.
void write_vertices(const MeshGeometry& geometry, std::span<const MotionVertex> vertices);

// Points the colour attribute at the item's own colours or at its shown ones, as item.colors_shown says. Only
// for geometries whose vertices are the mesh's.
void describe_colors(const DrawItem& item, MeshGeometry& geometry);

template <class T>
void fill_buffer(GLenum kind, const gl::Buffer& buffer, std::span<const T> values, GLenum usage) {
  glBindBuffer(kind, buffer.get());
  glBufferData(kind, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), usage);
}

// WebGL lets no buffer hold indices that was first bound as anything else. A vertex array of its own, since
// the current one would take the binding over.
template <class T>
void fill_index_buffer(const gl::Buffer& buffer, std::span<const T> values) {
  const gl::VertexArray apart = gl::make_vertex_array();
  glBindVertexArray(apart.get());
  fill_buffer<T>(GL_ELEMENT_ARRAY_BUFFER, buffer, values, GL_STATIC_DRAW);
  glBindVertexArray(0);
}

}  // namespace skelter
