#pragma once
// Functions that read the parts of a mesh primitive, each in its own file.

#include <span>
#include <string>
#include <vector>

#include "formats/gltf/read/accessors.h"
#include "formats/gltf/read/builder.h"

namespace skelter::gltf {

// Result of decoding KHR_draco_mesh_compression: packed bytes of each attribute, in the format that its
// accessor describes.
struct DracoMesh {
  struct Attribute {
    std::string_view name;
    std::vector<std::byte> bytes;
  };
  std::vector<Attribute> attributes;
  std::vector<std::uint32_t> indices;
};
// `at` is the primitive. Errors: bad_data, also if counts differ from those in the accessors.
Result<DracoMesh> decode_draco(Builder& b, JsonValue at);

// A primitive under construction.
struct PrimitiveDraft {
  JsonValue at;
  JsonValue attributes;
  const DracoMesh* draco = nullptr;
  Primitive& out;

  // Opens the accessor of an attribute or morph attribute. If there are positions, the number of elements
  // must match. Returns nullopt if the attribute is missing.
  Result<std::optional<Accessor>> open(Builder& b, JsonValue object, std::string_view name) const;
};

inline bool may_be_vertex_data(const Accessor& a) {
  return a.columns == 1 && a.component != Component::u32;
}

inline void warn_not_finite(Builder& b, JsonValue at, std::uint64_t count) {
  if (count != 0) b.warn("gltf.not-finite", at, "a number is not finite; taken as 0", count);
}

// An attribute as vectors. `accessor` is empty if the attribute is missing.
template <class Vector>
struct Vectors {
  std::optional<Accessor> accessor;
  std::vector<Vector> values;
  std::uint64_t not_finite = 0;
};
template <class Vector>
Result<Vectors<Vector>> read_attribute(Builder& b, const PrimitiveDraft& draft, JsonValue object,
                                       std::string_view name) {
  constexpr std::size_t kWidth = sizeof(Vector) / sizeof(float);
  Vectors<Vector> read;
  auto accessor = draft.open(b, object, name);
  if (!accessor) return accessor.error();
  if (!*accessor) return read;
  if ((*accessor)->components != kWidth || !may_be_vertex_data(**accessor))
    return wrong_accessor(b, **accessor, fmt::format("VEC{} of FLOAT or small integers", kWidth));
  auto values = read_vectors<Vector>(b, **accessor, read.not_finite);
  if (!values) return values.error();
  read.accessor = std::move(*accessor);
  read.values = std::move(*values);
  return read;
}

// Reads positions, normals, tangents, texture coordinates, colours and all other attributes.
Result<void> read_vertices(Builder& b, PrimitiveDraft& draft);
// Reads pairs of JOINTS_n and WEIGHTS_n.
Result<void> read_influences(Builder& b, PrimitiveDraft& draft);
// Reads indices as triangles, lines or points.
Result<void> read_topology(Builder& b, PrimitiveDraft& draft);
Result<void> read_morph_targets(Builder& b, PrimitiveDraft& draft);
// Creates flat normals for triangles if the file has no normals. Runs last because it splits vertices. The
// copies follow the source vertices; `source_vertex` contains their sources.
Result<void> make_flat_normals(Builder& b, PrimitiveDraft& draft);

// Normalises vectors. Returns how many deviated from unit length by more than `tolerance`.
std::uint64_t make_unit(std::span<Vec3> normals, double tolerance);

}  // namespace skelter::gltf
