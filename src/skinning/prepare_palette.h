#pragma once
// Palettes as the kernels want them, made once per run.

#include <cstdint>
#include <span>

#include "skelter/math/soa.h"
#include "skinning/kernel_arguments.h"

namespace skelter::skinning {

// Whether all linear parts are rotations, mirrored or not, times one common uniform scale, within `tolerance`
// of that scale: then linear parts and inverse transposes turn normals alike.
bool turns_normals_by_linear_part(std::span<const Affine> palette, float tolerance = 1e-4f);

// Dual quaternions take what is this near to a rotation as one.
inline constexpr float kRotationTolerance = 4e-6f;

// Whether one linear part is a rotation without mirror and scale, within `tolerance`.
bool is_rotation(const Affine& matrix, float tolerance);

PaletteMatrix to_palette_matrix(const Affine& matrix);

// The inverse transpose of the linear part; of singular ones the cofactors, which still give the normal of a
// surface squeezed flat.
PaletteMatrix normal_matrix(const Affine& matrix);

// Eight floats: real part x y z w (unit) and dual part x y z w of a matrix that is a rotation with a
// translation.
void rigid_motion(const Affine& matrix, float* out);

// Takes any matrix apart: matrix = rigid motion * stretch. The motion as above; the stretch is returned,
// without translation. Precondition: finite.
Affine stretch_and_motion(const Affine& matrix, float* out);

}  // namespace skelter::skinning
