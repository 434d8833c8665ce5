#pragma once
// SkinInfo and blended meshes, the counterpart of ID3DXSkinInfo. SkinInfo lists the vertices that each bone
// moves. Blended meshes are split into groups so that each needs only as many bones as a palette holds. Plain
// CPU code without a graphics device.
//
//   SkinInfo info = make_skin_info(scene, node, instance, primitive);
//   Result<BlendedMesh> mesh = to_indexed_blended_mesh(info, primitive.indices);
//   for (const BoneCombination& group : mesh->combinations) { upload group.bones; draw its faces; }

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/core/result.h"
#include "skelter/math/mat.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

inline constexpr std::uint32_t kLargestBytePalette = 256;

struct VertexWeight {
  std::uint32_t vertex = 0;
  float weight = 0;
  friend bool operator==(const VertexWeight&, const VertexWeight&) = default;
};

// Bones of one mesh: name, inverse bind matrix, and influenced vertices of each.
class SkinInfo {
 public:
  SkinInfo(std::uint32_t vertex_count, std::uint32_t bone_count);

  std::uint32_t vertex_count() const { return vertex_count_; }
  std::uint32_t bone_count() const { return static_cast<std::uint32_t>(bones_.size()); }

  // For a bone that does not exist, these return "", nullptr and an empty span.
  std::string_view bone_name(std::uint32_t bone) const;
  const Mat4* bone_from_mesh(std::uint32_t bone) const;  // inverse bind matrix
  std::span<const VertexWeight> influences(std::uint32_t bone) const;

  // Errors: invalid_argument, for a bone that does not exist.
  Result<void> set_bone_name(std::uint32_t bone, std::string name);
  Result<void> set_bone_from_mesh(std::uint32_t bone, const Mat4& matrix);
  // Replaces the bone's list; two empty spans clear it. Errors: invalid_argument for a bone or a vertex that
  // does not exist, a weight that is not finite, and spans of different sizes; nothing changes then.
  Result<void> set_influences(std::uint32_t bone, std::span<const std::uint32_t> vertices,
                              std::span<const float> weights);
  // Conversions drop weights below `weight` and scale the vertex's other weights to sum 1. A vertex always
  // keeps its largest weight. Default: 0.
  void set_min_influence(float weight) { min_influence_ = weight; }
  float min_influence() const { return min_influence_; }

  // Maximum number of bones per vertex, and of distinct bones per triangle. Weights of 0 and below the
  // minimum influence do not count. Errors: invalid_argument for an index that is not a vertex.
  std::uint32_t max_vertex_influences() const;
  Result<std::uint32_t> max_face_influences(std::span<const std::uint32_t> indices) const;
  // The position of the vertex in influences(bone), or kNone.
  std::uint32_t find_influence(std::uint32_t bone, std::uint32_t vertex) const;

  // Updates the lists after vertices were reordered or copied: old_from_new[new] = old. Errors:
  // invalid_argument for an old vertex that does not exist.
  Result<void> remap(std::span<const std::uint32_t> old_from_new);

  // Adds a bone for unweighted vertices, with the mesh's frame as its frame and the identity as its inverse
  // bind matrix. Returns the number of these vertices; if it is 0, no bone is added.
  std::uint32_t bind_free_vertices(std::string name);

 private:
  struct Bone {
    std::string name;
    Mat4 bone_from_mesh;
    std::vector<VertexWeight> influences;
  };
  Error unknown_bone(std::uint32_t bone) const;

  std::uint32_t vertex_count_ = 0;
  std::vector<Bone> bones_;
  float min_influence_ = 0;
};

// The bones of scene.nodes[node].meshes[instance], in the order of its skin's joints; then, if some vertex of
// the primitive has no influence, the node itself. Without a skin, only the node. Bones without vertices are
// kept. Precondition: scene valid, indices in range.
SkinInfo make_skin_info(const Scene& scene, std::uint32_t node, std::uint32_t instance,
                        std::uint32_t primitive);

// --- software skinning -----------------------------------------------------------------------------------

struct SkinInput {
  std::span<const Vec3> positions;       // one per vertex
  std::span<const Vec3> normals;         // one per vertex, or empty
  std::span<const Mat4d> out_from_mesh;  // per bone: its current matrix times its inverse bind matrix
  std::span<const Mat3d> normal_matrix;  // per bone, usually inverse transposes; empty: the linear parts
  bool normalize = true;                 // normals become unit vectors
};
// ID3DXSkinInfo::UpdateSkinnedMesh: position = sum of weight * (matrix * position), weights used unchanged. A
// vertex without influences is not moved. Errors: invalid_argument for sizes that do not match.
Result<SkinnedVertices> update_skinned_mesh(const SkinInfo& info, const SkinInput& input);

// --- blended meshes --------------------------------------------------------------------------------------

// One draw call: faces with the same material, with bones that fit into one palette.
struct BoneCombination {
  std::uint32_t material = 0;  // the number that the caller gave to its faces
  std::uint32_t first_face = 0, face_count = 0;
  std::uint32_t first_vertex = 0, vertex_count = 0;
  std::vector<std::uint32_t> bones;  // ascending, then kNone up to the palette size

  std::uint32_t bone_count() const;
  friend bool operator==(const BoneCombination&, const BoneCombination&) = default;
};

// Faces are ordered by group and groups by material. Vertices are ordered by group; a vertex that several
// groups use is copied.
struct BlendedMesh {
  std::vector<BoneCombination> combinations;
  std::vector<std::uint32_t> indices;      // three per face, into the new vertices
  std::vector<std::uint32_t> face_groups;  // per face: index into `combinations`, no longer the material
  std::vector<std::uint32_t> old_face;     // face remap: per new face, the old one
  std::vector<std::uint32_t> old_vertex;   // vertex remap: per new vertex, the old one
  std::uint32_t max_influences = 0;        // maximum per vertex
  std::uint32_t weights_per_vertex = 0;    // the last of them is not stored: 1 - sum of the others
  std::vector<float> stored_weights;       // weights_per_vertex - 1 for each vertex
  // Indexed meshes: weights_per_vertex indices for each vertex, into its group's bones; unused ones are 0.
  // Otherwise empty: weight i belongs to bone i.
  std::vector<std::uint8_t> palette_indices;

  float weight(std::uint32_t vertex, std::uint32_t slot) const;  // including the implied one
  friend bool operator==(const BlendedMesh&, const BlendedMesh&) = default;
};

struct BlendedMeshOptions {
  std::uint32_t palette_size = 26;   // bones per group, 1 to kLargestBytePalette; indexed meshes only
  std::uint32_t max_influences = 4;  // per vertex, at least 1: the largest, scaled to sum 1
  std::uint32_t max_bones = 4;       // bones per group without indices, at least 1
};

// `indices` has three vertices per face, `materials` any number per face (empty: all 0).
// Makes a mesh with indices into the palette of each vertex's group. Twelve entries always suffice for
// vertices with up to four influences; a palette that holds all bones gives one group per material. The same
// input always gives the same result. Errors: invalid_argument for options out of range, sizes and indices
// that do not match, a vertex without a bone, and a face with more bones than the palette holds.
Result<BlendedMesh> to_indexed_blended_mesh(const SkinInfo& info, std::span<const std::uint32_t> indices,
                                            std::span<const std::uint32_t> materials = {},
                                            const BlendedMeshOptions& options = {});

// Makes a mesh without indices: vertices have one weight for each bone of their group, in the group's order.
// Bone arrays are as long as the largest group needs, at most max_bones. Errors: as above.
Result<BlendedMesh> to_blended_mesh(const SkinInfo& info, std::span<const std::uint32_t> indices,
                                    std::span<const std::uint32_t> materials = {},
                                    const BlendedMeshOptions& options = {});

}  // namespace skelter
