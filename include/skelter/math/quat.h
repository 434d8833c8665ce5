#pragma once
// Unit quaternions x y z w for rotations, Hamilton product: (a * b) applies b first, like our matrices.

#include <cmath>

#include "skelter/math/trig.h"
#include "skelter/math/vec.h"

namespace skelter {

template <class T>
struct QuatT {
  T x{}, y{}, z{}, w{1};
  friend constexpr bool operator==(const QuatT&, const QuatT&) = default;
};
using Quat = QuatT<float>;
using Quatd = QuatT<double>;

template <class T>
constexpr QuatT<T> operator*(const QuatT<T>& a, const QuatT<T>& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
// The inverse rotation of a unit quaternion.
template <class T>
constexpr QuatT<T> conjugate(const QuatT<T>& q) {
  return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
constexpr T dot(const QuatT<T>& a, const QuatT<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <class T>
T length(const QuatT<T>& q) {
  return std::sqrt(dot(q, q));
}
// Unit quaternion; length 0 becomes the identity.
template <class T>
QuatT<T> normalized(const QuatT<T>& q) {
  const T l = length(q);
  if (!(l > T(0))) return {};
  const T s = T(1) / l;
  return {q.x * s, q.y * s, q.z * s, q.w * s};
}
template <class T>
constexpr Vec3T<T> rotate(const QuatT<T>& q, const Vec3T<T>& v) {
  const Vec3T<T> u{q.x, q.y, q.z};
  const Vec3T<T> t = cross(u, v) * T(2);
  return v + t * q.w + cross(u, t);
}
// `axis` need not be unit; length 0 gives the identity. Right-hand rule in right-handed space.
template <class T>
QuatT<T> from_axis_angle(const Vec3T<T>& axis, std::type_identity_t<T> angle_rad) {
  const Vec3T<T> a = normalized(axis);
  if (a == Vec3T<T>{}) return {};
  const T half = angle_rad / T(2);
  const T s = static_cast<T>(portable_sin(half));
  return {a.x * s, a.y * s, a.z * s, static_cast<T>(portable_cos(half))};
}

// Spherical interpolation of unit quaternions along the shorter arc; the result is unit. For 1 - |dot| <=
// 0.001 it is linear and renormalised, as in D3DX (difference below 4e-5 per component). Source: Shoemake,
// "Animating Rotation with Quaternion Curves", 1985.
template <class T>
QuatT<T> slerp(const QuatT<T>& a, const QuatT<T>& b, std::type_identity_t<T> t) {
  T cosine = dot(a, b);
  const T sign = cosine < T(0) ? T(-1) : T(1);
  cosine *= sign;
  T wa = T(1) - t, wb = t;
  if (T(1) - cosine > T(0.001)) {
    const double sine = std::sqrt((1 - static_cast<double>(cosine)) * (1 + static_cast<double>(cosine)));
    const double angle = portable_atan2(sine, cosine);
    const double inverse_sine = 1 / sine;
    wa = static_cast<T>(portable_sin((T(1) - t) * angle) * inverse_sine);
    wb = static_cast<T>(portable_sin(t * angle) * inverse_sine);
  }
  wb *= sign;
  return normalized(
      QuatT<T>{a.x * wa + b.x * wb, a.y * wa + b.y * wb, a.z * wa + b.z * wb, a.w * wa + b.w * wb});
}

// The rotation with its angle multiplied by `exponent`, along the shorter arc (w is made non-negative first).
template <class T>
QuatT<T> pow(const QuatT<T>& q, std::type_identity_t<T> exponent) {
  const T sign = q.w < T(0) ? T(-1) : T(1);
  const Vec3T<T> v{q.x * sign, q.y * sign, q.z * sign};
  const T half = static_cast<T>(portable_atan2(length(v), q.w * sign));
  return from_axis_angle(v, T(2) * half * exponent);
}

constexpr Quatd to_double(const Quat& q) {
  return {q.x, q.y, q.z, q.w};
}
constexpr Quat to_float(const Quatd& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

}  // namespace skelter
