#pragma once
// Palettes as shaders read them: rows of four floats. Linear blending takes Affine entries as they stand,
// three rows each; dual quaternions take five.

#include <cstdint>
#include <span>

#include "skelter/core/status.h"
#include "skelter/math/soa.h"

namespace skelter {

inline constexpr std::uint32_t kLinearRows = 3;
inline constexpr std::uint32_t kDualQuaternionRows = 5;

// A rigid motion as a dual quaternion (x y z w each) after a stretch: scale and shear, about the mesh's
// origin.
struct alignas(16) DualQuaternionEntry {
  float real[4];  // unit
  float dual[4];
  float stretch[3][4];  // rows; column 3 is 0
};
static_assert(sizeof(DualQuaternionEntry) == kDualQuaternionRows * 16);
static_assert(sizeof(Affine) == kLinearRows * 16);

// The entries that DualQuaternionSkinningJob would blend. Errors: invalid_argument, when `out` is smaller
// than the palette. Precondition: entries finite. Cost: a decomposition for each entry that is not a
// rotation.
Status pack_dual_quaternions(std::span<const Affine> palette, std::span<DualQuaternionEntry> out);

// Whether linear parts turn normals as inverse transposes do: all are rotations, mirrored or not, times one
// common scale, within 1e-4. Then shaders may spare the inverse transposes.
bool has_plain_normals(std::span<const Affine> palette);
// The same of the stretches: all are the identity times one common scale.
bool has_plain_normals(std::span<const DualQuaternionEntry> palette);

// Rows of the inverse transpose of the linear part; of singular ones the cofactors. Column 3 is 0.
Affine normal_rows(const Affine& matrix);

}  // namespace skelter
