#pragma once
// Converts the vertices of a SkinnedMesh to interleaved arrays, for GPU buffers and textures.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/model/internal/skinning_variant.h"
#include "skelter/math/bounds.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

struct AppearanceVertex {
  Vec2 uv;
  std::array<std::uint16_t, 4> color;  // linear, 0 to 65535
};
// Attributes for materials with maps that need them.
struct DetailVertex {
  Vec2 uv;       // second set
  Vec4 tangent;  // mesh space; w: bitangent sign
};
struct VertexDetail {
  bool second_uv = false;
  bool tangent = false;
  bool any() const { return second_uv || tangent; }
};

// Converts a value from 0 to 1 to a 16-bit normalised integer.
std::uint16_t to_16_bits(float v);

// Normals are zero if the mesh has none.
std::vector<MotionVertex> rest_vertices(const SkinnedMesh& mesh);
std::vector<AppearanceVertex> appearance_of(const SkinnedMesh& mesh, bool linear_colors);
// Fields are zero if the mesh lacks them.
std::vector<DetailVertex> details_of(const SkinnedMesh& mesh);
bool has_uv_set(const SkinnedMesh& mesh, std::uint32_t set);
bool has_colors(const SkinnedMesh& mesh);
bool has_solid_colors(const SkinnedMesh& mesh);  // no colours, or alpha 1 everywhere

// Returns, for every vertex, its palette entries with weights above 0.
std::vector<std::vector<Influence>> influences_of(const SkinnedMesh& mesh);

// Returns two texels per target and vertex: position offset and normal offset.
std::vector<Vec4> morph_texels(const SkinnedMesh& mesh);

// Returns the rest vertices with morph targets applied, in mesh space.
std::vector<MotionVertex> morphed_vertices(const SkinnedMesh& mesh, std::span<const float> morph_weights);

// Returns vertices in model space, as LinearSkinningJob computes them. Also works for a mesh with one palette
// entry.
std::vector<MotionVertex> skinned_vertices(const SkinnedMesh& mesh, std::span<const Affine> palette,
                                           std::span<const float> morph_weights);

// Returns the range of positions of each vertex, in mesh space, for morph weights from 0 to 1.
std::vector<Bounds> reach_of_vertices(const SkinnedMesh& mesh);

}  // namespace skelter
