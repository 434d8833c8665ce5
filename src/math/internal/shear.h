#pragma once
// Sheared joints: matrices that are more than translation, rotation and scale, represented as two joints. M =
// T U S V^T by singular value decomposition: the first joint holds T, U and S, the helper below it holds V^T.

#include "skelter/math/transform.h"

namespace skelter {

// Deviation of a matrix from translation, rotation and scale: the largest entry off the diagonal of its
// stretch, relative to the largest entry. 0 for matrices that a Transform can hold.
double shear_of(const Mat4d& matrix);

// A node with more shear becomes two joints. Less shear is rounding of numbers written with six digits (real
// files stay below 1e-6; files with shear start at 3e-5). The value is a fourteenth of the default error
// bound.
inline constexpr double kShearTolerance = 4e-6;

struct ShearedParts {
  Transformd outer;  // T, U, S
  Mat3d v;           // the helper's rotation is the transpose of this
};

// Exact for every affine matrix up to 1e-9 of its largest entry. The order, the directions and the signs of
// the axes follow `neighbour`. Only the length of the shortest axis may change its sign. Source: one-sided
// Jacobi rotations, Hestenes, "Inversion of Matrices by Biorthogonalization", 1958, started at the
// neighbour's axes.
ShearedParts split_sheared(const ShearedParts& neighbour, const Mat4d& matrix);

Quatd helper_rotation(const ShearedParts& parts);

}  // namespace skelter
