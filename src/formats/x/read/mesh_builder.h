#pragma once
// A mesh under construction, and the steps that fill it. Files store normals per corner, so vertices are
// split: the source vertices come first, then the copies. Every per-vertex array is extended for the copies.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Polygons as the file lists them, flattened: `corners` holds an index for every corner of every face.
struct FaceList {
  std::uint32_t count = 0;
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> sizes;  // corner count of each face; empty: all are triangles

  std::uint32_t size(std::uint32_t face) const { return sizes.empty() ? 3 : sizes[face]; }
};

struct MeshSkin {
  struct Bone {
    std::string name;
    std::uint32_t node = kNone;  // kNone: no frame has that name
    Mat4 joint_from_mesh;
  };
  std::vector<Bone> bones;
};

struct MeshBuilder {
  std::uint32_t object = kNone;
  std::uint32_t source_vertices = 0;
  Words positions;                    // x y z of every source vertex, in the file's axes
  FaceList faces;                     // corners refer to source vertices, and to copies after the split
  std::vector<std::uint32_t> copies;  // source vertex of every copy
  std::optional<MeshSkin> skin;
  Primitive primitive;

  std::uint32_t vertices() const { return source_vertices + static_cast<std::uint32_t>(copies.size()); }
};

// Objects inside a mesh that the reader uses. If an object that should be unique occurs several times, the
// last is used.
struct MeshParts {
  std::uint32_t normals = kNone;
  std::uint32_t texture_coords = kNone;
  std::uint32_t colors = kNone;
  std::uint32_t materials = kNone;
  std::vector<std::uint32_t> declarations;  // DeclData and FVFData
  std::vector<std::uint32_t> skin;          // XSkinMeshHeader and SkinWeights
};

// Mirrors positions or directions into our axes. Returns the number of values that were not finite and became
// 0.
std::uint64_t read_mirrored(Words words, std::vector<Vec3>& out);

// `index_name`: name of an index in errors, such as "vertex index". Errors: fewer than 3 corners; an index
// that is not below `limit`.
Result<FaceList> read_face_list(const SceneBuilder& b, std::uint32_t object, Words words, std::uint32_t faces,
                                std::uint32_t limit, const char* index_name);

// Appends the entries of the copies to an array that has one entry per source vertex.
template <class T>
void extend_for_copies(const MeshBuilder& mesh, std::vector<T>& array) {
  array.reserve(mesh.vertices());
  for (const std::uint32_t source : mesh.copies) array.push_back(array[source]);
}

// --- vertex declarations ---

// Element of DeclData or FVFData. It describes how to read the words of one vertex.
struct VertexElement {
  std::uint32_t type = 0;    // D3DDECLTYPE
  std::uint32_t usage = 0;   // D3DDECLUSAGE
  std::uint32_t set = 0;     // usage index
  std::uint32_t offset = 0;  // words from the start of the vertex
};
struct VertexDeclaration {
  std::uint32_t object = kNone;
  std::vector<VertexElement> elements;
  std::uint32_t stride = 0;  // words per vertex
  Words data;

  bool has_normals() const;
};
// Returns nullopt, with a warning, if the declaration is unusable.
std::optional<VertexDeclaration> read_declaration(SceneBuilder& b, const MeshBuilder& mesh,
                                                  std::uint32_t object);
// Fills normals, tangents, texture coordinates, colours and extra attributes of source vertices and copies.
Result<void> apply_declaration(SceneBuilder& b, MeshBuilder& mesh, const VertexDeclaration& declaration);

// --- normals ---

// Reads MeshNormals and splits vertices that have several normals.
Result<void> read_normals(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object);
// Generates normals for meshes without any: smooth, or one per face.
Result<void> generate_normals(SceneBuilder& b, MeshBuilder& mesh);

// --- the rest ---

Result<void> read_material_list(SceneBuilder& b, MeshBuilder& mesh, std::uint32_t object);
Result<void> read_skin(SceneBuilder& b, MeshBuilder& mesh, const std::vector<std::uint32_t>& objects);

}  // namespace skelter::x
