#pragma once
// GPU skinning without a graphics API: palettes and influences in shader layout, and parts of vertex shaders.
// docs/gpu-skinning.md shows how they fit together.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "skelter/core/status.h"
#include "skelter/math/influence.h"
#include "skelter/math/soa.h"

namespace skelter {

// Palettes are rows of four floats. Linear blending uses Affine entries, three rows each; dual quaternions
// use five.
inline constexpr std::uint32_t kLinearRows = 3;
inline constexpr std::uint32_t kDualQuaternionRows = 5;

// A rigid motion as a dual quaternion (x y z w each) after a stretch (scale, shear) about the mesh's origin.
struct alignas(16) DualQuaternionEntry {
  float real[4];  // unit
  float dual[4];
  float stretch[3][4];  // rows; column 3 is 0
};
static_assert(sizeof(DualQuaternionEntry) == kDualQuaternionRows * 16);
static_assert(sizeof(Affine) == kLinearRows * 16);

// Packs the entries that DualQuaternionSkinningJob would blend. Errors: invalid_argument if `out` is smaller
// than the palette. Precondition: finite entries. Cost: one decomposition per entry that is not a rotation.
Status pack_dual_quaternions(std::span<const Affine> palette, std::span<DualQuaternionEntry> out);

// Whether the linear parts transform normals like their inverse transposes. True if all are rotations,
// mirrored or not, times one common scale, within 1e-4. Shaders may then skip the inverse transposes.
bool has_plain_normals(std::span<const Affine> palette);
// Like the above, for the stretches: true if all are the identity times one common scale.
bool has_plain_normals(std::span<const DualQuaternionEntry> palette);

// Rows of the inverse transpose of the linear part; for singular matrices, of the cofactors. Column 3 is 0.
Affine normal_rows(const Affine& matrix);

// GPU layout of a vertex: GpuInfluences<4> for meshes with at most four influences per vertex,
// GpuInfluences<8> for the others.
template <std::size_t size>
struct GpuInfluences {
  std::uint16_t entries[size] = {};
  float weights[size] = {};
};
static_assert(sizeof(GpuInfluences<4>) == 24 && sizeof(GpuInfluences<8>) == 48);

// Packs the largest four or eight weights, scaled to sum 1, largest first; unused slots are entry 0 with
// weight 0. Errors: invalid_argument for an entry above 65535, or if no weight is above 0; `out` is then
// unchanged.
Status pack_influences(std::span<const Influence> influences, GpuInfluences<4>& out);
Status pack_influences(std::span<const Influence> influences, GpuInfluences<8>& out);

// The texts of src/skinning/gpu/shaders/*.glsl, embedded by the build: GLSL 3.30. Each skin_*.glsl defines
// `void skin(inout vec3 position, inout vec3 normal)`, each morph_*.glsl `morph`; their first lines list the
// declarations that they need. "" for a name that does not exist.
std::string_view skinning_shader_source(std::string_view file_name);

}  // namespace skelter
