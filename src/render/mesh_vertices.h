#pragma once
// The vertices of a SkinnedMesh, vertex after vertex, as buffers and textures of the graphics card hold them.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "render/internal/skinning_variant.h"
#include "skelter/math/bounds.h"
#include "skelter/math/vec.h"
#include "skelter/runtime/model_pose.h"
#include "skelter/skinning/gpu.h"

namespace skelter {

struct AppearanceVertex {
  Vec2 uv;
  std::array<std::uint16_t, 4> color;  // linear, of 65535
};
// For materials with maps that need it.
struct DetailVertex {
  Vec2 uv;       // the second set
  Vec4 tangent;  // mesh space; w: the side of the bitangent
};
struct VertexDetail {
  bool second_uv = false;
  bool tangent = false;
  bool any() const { return second_uv || tangent; }
};

// For attributes of 16 bits that mean 0 to 1.
std::uint16_t to_16_bits(float v);

// Without normals: zero.
std::vector<MotionVertex> rest_vertices(const SkinnedMesh& mesh);
std::vector<AppearanceVertex> appearance_of(const SkinnedMesh& mesh, bool linear_colors);
// Zero where the mesh has none.
std::vector<DetailVertex> details_of(const SkinnedMesh& mesh);
bool has_uv_set(const SkinnedMesh& mesh, std::uint32_t set);
bool has_colors(const SkinnedMesh& mesh);
bool has_solid_colors(const SkinnedMesh& mesh);  // none, or alpha 1 everywhere

// Palette entries of every vertex with their weights, above 0.
std::vector<std::vector<PaletteWeight>> influences_of(const SkinnedMesh& mesh);

// Two texels per target and vertex: offsets of position and normal.
std::vector<Vec4> morph_texels(const SkinnedMesh& mesh);

// The vertices at rest with their morph targets added, mesh space.
std::vector<MotionVertex> morphed_vertices(const SkinnedMesh& mesh, std::span<const float> morph_weights);

// Vertices in model space as LinearSkinningJob makes them; of a mesh with one palette entry, too.
std::vector<MotionVertex> skinned_vertices(const SkinnedMesh& mesh, std::span<const Affine> palette,
                                           std::span<const float> morph_weights);

// Per vertex where it can be, mesh space, with morph weights from 0 to 1.
std::vector<Bounds> reach_of_vertices(const SkinnedMesh& mesh);

}  // namespace skelter
