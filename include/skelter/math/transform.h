#pragma once
// Transform: translation, rotation, scale. A matrix can also contain shear, and no function here drops it
// silently. A matrix is split into AffineParts, exact for every affine matrix, and becomes a Transform only
// if nothing is lost.

#include <optional>

#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter {

// Applies scale, then rotation, then translation.
template <class T>
struct TransformT {
  Vec3T<T> translation{};
  QuatT<T> rotation{};
  Vec3T<T> scale{1, 1, 1};
  friend constexpr bool operator==(const TransformT&, const TransformT&) = default;
};
using Transform = TransformT<float>;
using Transformd = TransformT<double>;

template <class T>
constexpr Mat4T<T> to_mat4(const TransformT<T>& t) {
  Mat3T<T> linear = to_mat3(t.rotation);
  const T s[3] = {t.scale.x, t.scale.y, t.scale.z};
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) linear(i, c) *= s[c];
  return to_mat4(linear, t.translation);
}

// matrix = translate(translation) * rotate(rotation) * stretch. For a product of scale, rotation and
// translation, `stretch` is diag(scale). Otherwise it also holds the shear. If the matrix mirrors, the
// determinant of `stretch` is negative.
struct AffineParts {
  Vec3d translation{};
  Quatd rotation{};
  Mat3d stretch{};
};

// Exact for every affine matrix, including singular ones: compose(split(m)) equals m up to rounding. The
// rotation is the one nearest to the matrix (polar decomposition). If the matrix mirrors, one axis of the
// stretch is flipped, chosen so that the remaining rotation is smallest (ties go to the first axis). An axis
// flattened below 1e-6 of the longest gets the direction perpendicular to the other two. Precondition:
// finite. Source: Higham, "Computing the Polar Decomposition", 1986; singular vectors by one-sided Jacobi
// rotations, Hestenes, "Inversion of Matrices by Biorthogonalization", 1958.
AffineParts split(const Mat4d& matrix);
Mat4d compose(const AffineParts& parts);

// Like split, for a matrix that will be interpolated with, or compared to, `neighbour`. If both mirror, the
// same axis is flipped in both. If only the matrix mirrors, the axis is chosen so that the rotation is
// nearest to the neighbour's. If neither mirrors and the neighbour's stretch has two negative scales, the
// result's stretch has them too.
AffineParts split_like(const AffineParts& neighbour, const Mat4d& matrix);

// Translation and stretch are linear, element by element; rotation is slerp.
AffineParts interpolate(const AffineParts& a, const AffineParts& b, double ratio);

// Converts the parts to a Transform if `stretch` is diagonal within `tolerance` times its largest entry.
std::optional<Transformd> to_transform(const AffineParts& parts, double tolerance = 1e-6);

}  // namespace skelter
