#pragma once
// Palettes in the layout of the kernels, built once per run.

#include <cstdint>
#include <span>

#include "skelter/math/soa.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning {

// Whether all linear parts are rotations, mirrored or not, times one common uniform scale, within `tolerance`
// of that scale. The linear parts then transform normals like their inverse transposes.
bool turns_normals_by_linear_part(std::span<const Affine> palette, float tolerance = 1e-4f);

// Dual quaternions treat a matrix within this tolerance as a rotation.
inline constexpr float kRotationTolerance = 4e-6f;

// Whether the linear part is a rotation without mirroring or scale, within `tolerance`.
bool is_rotation(const Affine& matrix, float tolerance);

PaletteMatrix to_palette_matrix(const Affine& matrix);

// The inverse transpose of the linear part; for singular matrices the cofactors, which still give the normal
// of a flattened surface.
PaletteMatrix normal_matrix(const Affine& matrix);

// Writes the dual quaternion of a matrix that consists of a rotation and a translation as eight floats: real
// part x y z w (unit), dual part x y z w.
void rigid_motion(const Affine& matrix, float* out);

// Splits any matrix: matrix = rigid motion * stretch. The motion is written as above; the stretch is
// returned, without translation. Precondition: finite.
Affine stretch_and_motion(const Affine& matrix, float* out);

}  // namespace skelter::skinning
