#pragma once
// Vertex data of a primitive that only DeclData can hold.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/x/tokens/sink.h"
#include "skelter/scene/scene.h"

namespace skelter::x {

// One element of a vertex declaration, with its floats for all vertices.
struct VertexDataElement {
  std::uint32_t usage = 0;
  std::uint32_t set = 0;
  std::uint32_t components = 0;
  std::vector<float> values;
};

// Elements in the order in which a reader restores them: extra attributes, texture coordinate sets after the
// first, tangents, colours outside 0 to 1, and normals that MeshNormals cannot hold. Attributes without a
// Direct3D usage are omitted; attributes_without_usage() lists them.
std::vector<VertexDataElement> declared_vertex_data(const Primitive& primitive);

// Returns labels such as "_custom 0", one per attribute.
std::vector<std::string> attributes_without_usage(const Primitive& primitive);

// Whether DeclData holds the normals because MeshNormals would change them: MeshNormals has no normal for a
// vertex without a face, and readers replace a zero normal with a computed one. False if some vertices are
// copies, because DeclData does not split vertices.
bool declares_normals(const Primitive& primitive);
// Whether colours lie outside 0 to 1, which MeshVertexColors would clamp.
bool declares_colors(const Primitive& primitive);

void write_decl_data(Sink& sink, const std::vector<VertexDataElement>& elements, std::uint32_t vertices);

}  // namespace skelter::x
