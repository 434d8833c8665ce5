#pragma once
// Transform: translation, rotation, scale. A matrix can hold more (shear); the functions here never drop that
// silently: a matrix is split into AffineParts, exact for every affine matrix, and becomes a Transform only
// when nothing is lost.

#include <optional>

#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter {

// Applied scale first, then rotation, then translation.
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

// matrix = translate(translation) * rotate(rotation) * stretch. For a matrix made of scale, rotation and
// translation, `stretch` is diag(scale); where the matrix shears, it has the rest; where it mirrors, its
// determinant is negative.
struct AffineParts {
  Vec3d translation{};
  Quatd rotation{};
  Mat3d stretch{};
};

// Exact for every affine matrix, singular ones included: compose(split(m)) gives m back to rounding.
// The rotation is the one nearest to the matrix (polar decomposition). A matrix that mirrors and has orthogonal
// columns becomes a rotation and a stretch with one negative entry; the axis taken is the one that leaves the smallest
// rotation, and it is the same for nearby matrices unless they cross that border.
// Source: Higham, "Computing the Polar Decomposition", 1986, on eigenvectors of M^T M.
AffineParts split(const Mat4d& matrix);
Mat4d compose(const AffineParts& parts);

// The same parts as a Transform if `stretch` is diagonal within `tolerance` times its largest entry.
std::optional<Transformd> to_transform(const AffineParts& parts, double tolerance = 1e-6);

}  // namespace skelter
