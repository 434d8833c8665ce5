#pragma once
// Matrices for column vectors, stored column by column. Names read target-from-source: model_from_joint *
// joint_from_mesh. A Mat4 has the memory order of a row-vector Direct3D matrix: elements 12 to 14 are the
// translation.

#include <array>
#include <cstddef>

#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter {

template <class T>
struct Mat3T {
  std::array<T, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};
  constexpr T& operator()(std::size_t row, std::size_t column) { return m[column * 3 + row]; }
  constexpr T operator()(std::size_t row, std::size_t column) const { return m[column * 3 + row]; }
  friend constexpr bool operator==(const Mat3T&, const Mat3T&) = default;
};

template <class T>
struct Mat4T {
  std::array<T, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  constexpr T& operator()(std::size_t row, std::size_t column) { return m[column * 4 + row]; }
  constexpr T operator()(std::size_t row, std::size_t column) const { return m[column * 4 + row]; }
  friend constexpr bool operator==(const Mat4T&, const Mat4T&) = default;
};

using Mat3d = Mat3T<double>;
using Mat4 = Mat4T<float>;
using Mat4d = Mat4T<double>;

// (a * b) applies b first.
template <class T>
constexpr Mat3T<T> operator*(const Mat3T<T>& a, const Mat3T<T>& b) {
  Mat3T<T> r;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) r(i, c) = a(i, 0) * b(0, c) + a(i, 1) * b(1, c) + a(i, 2) * b(2, c);
  return r;
}
template <class T>
constexpr Mat4T<T> operator*(const Mat4T<T>& a, const Mat4T<T>& b) {
  Mat4T<T> r;
  for (std::size_t c = 0; c < 4; ++c)
    for (std::size_t i = 0; i < 4; ++i)
      r(i, c) = a(i, 0) * b(0, c) + a(i, 1) * b(1, c) + a(i, 2) * b(2, c) + a(i, 3) * b(3, c);
  return r;
}
template <class T>
constexpr Vec3T<T> operator*(const Mat3T<T>& a, const Vec3T<T>& v) {
  return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z, a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z,
          a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z};
}
// Transforms a point: includes the translation (fourth coordinate 1, no division).
template <class T>
constexpr Vec3T<T> transform_point(const Mat4T<T>& a, const Vec3T<T>& v) {
  return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z + a(0, 3),
          a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z + a(1, 3),
          a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z + a(2, 3)};
}
// Transforms a direction: ignores the translation.
template <class T>
constexpr Vec3T<T> transform_direction(const Mat4T<T>& a, const Vec3T<T>& v) {
  return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z, a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z,
          a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z};
}
// Named functions instead of operators, for the element-wise modes only: a sum of matrices is rarely a rigid
// motion.
template <class T>
constexpr Mat4T<T> add_elements(const Mat4T<T>& a, const Mat4T<T>& b) {
  Mat4T<T> r;
  for (std::size_t i = 0; i < 16; ++i) r.m[i] = a.m[i] + b.m[i];
  return r;
}
template <class T>
constexpr Mat4T<T> scale_elements(const Mat4T<T>& a, std::type_identity_t<T> s) {
  Mat4T<T> r;
  for (std::size_t i = 0; i < 16; ++i) r.m[i] = a.m[i] * s;
  return r;
}

template <class T>
constexpr Mat3T<T> linear_part(const Mat4T<T>& a) {
  Mat3T<T> r;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) r(i, c) = a(i, c);
  return r;
}
template <class T>
constexpr Vec3T<T> translation_part(const Mat4T<T>& a) {
  return {a.m[12], a.m[13], a.m[14]};
}
// Image of the unit vector along x (0), y (1) or z (2) under the linear part.
template <class T>
constexpr Vec3T<T> axis_part(const Mat4T<T>& a, std::size_t axis) {
  return {a(0, axis), a(1, axis), a(2, axis)};
}
template <class T>
constexpr Mat4T<T> to_mat4(const Mat3T<T>& linear, const Vec3T<T>& translation) {
  Mat4T<T> r;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) r(i, c) = linear(i, c);
  r.m[12] = translation.x;
  r.m[13] = translation.y;
  r.m[14] = translation.z;
  return r;
}
template <class T>
constexpr Mat3T<T> transposed(const Mat3T<T>& a) {
  Mat3T<T> r;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < 3; ++i) r(i, c) = a(c, i);
  return r;
}
template <class T>
constexpr T determinant(const Mat3T<T>& a) {
  return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
         a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
         a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
}
// The matrix of cofactors: determinant times the inverse transpose. Transforms normals even if the
// determinant is 0 or negative, up to their length and, for negative determinants, their sign.
template <class T>
constexpr Mat3T<T> cofactors(const Mat3T<T>& a) {
  Mat3T<T> r;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      r(i, c) = a(i1, c1) * a(i2, c2) - a(i1, c2) * a(i2, c1);
    }
  return r;
}
// The matrix that transforms normals if `linear` transforms positions: the inverse transpose. Singular
// matrices use the cofactors, which still give the normal of a flattened surface.
Mat3d normal_matrix(const Mat3d& linear);
// Inverse of an affine matrix. Precondition: determinant of the linear part is not 0.
template <class T>
constexpr Mat4T<T> inverse_affine(const Mat4T<T>& a) {
  const Mat3T<T> linear = linear_part(a);
  const T inverse_determinant = T(1) / determinant(linear);
  Mat3T<T> inverse = transposed(cofactors(linear));
  for (T& e : inverse.m) e *= inverse_determinant;
  return to_mat4(inverse, -(inverse * translation_part(a)));
}

template <class T>
constexpr Mat3T<T> to_mat3(const QuatT<T>& q) {
  const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z,
          wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  Mat3T<T> r;
  r.m = {1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy), 2 * (xy - wz),    1 - 2 * (xx + zz),
         2 * (yz + wx),     2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)};
  return r;
}
// Unit quaternion of a pure rotation; w >= 0. Source: Shepperd, "Quaternion from Rotation Matrix", 1978.
Quatd to_quat(const Mat3d& rotation);

template <class T>
constexpr Mat4T<T> translation_matrix(const Vec3T<T>& t) {
  return to_mat4(Mat3T<T>{}, t);
}
template <class T>
constexpr Mat4T<T> scale_matrix(const Vec3T<T>& s) {
  Mat4T<T> r;
  r.m[0] = s.x;
  r.m[5] = s.y;
  r.m[10] = s.z;
  return r;
}
template <class T>
constexpr Mat4T<T> rotation_matrix(const QuatT<T>& q) {
  return to_mat4(to_mat3(q), Vec3T<T>{});
}

constexpr Mat4d to_double(const Mat4& a) {
  Mat4d r;
  for (std::size_t i = 0; i < 16; ++i) r.m[i] = a.m[i];
  return r;
}
constexpr Mat4 to_float(const Mat4d& a) {
  Mat4 r;
  for (std::size_t i = 0; i < 16; ++i) r.m[i] = static_cast<float>(a.m[i]);
  return r;
}
// S * a * S with S = diag(1, 1, -1, 1): the same motion in a space mirrored at z = 0. The function is its own
// inverse.
template <class T>
constexpr Mat4T<T> mirrored_z(Mat4T<T> a) {
  for (const std::size_t i : {2u, 6u, 8u, 9u, 11u, 14u}) a.m[i] = -a.m[i];
  return a;
}

}  // namespace skelter
