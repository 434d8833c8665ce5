#pragma once
// Vectors of two, three and four components. Plain aggregates: float for data, double (suffix d) for
// reference.

#include <cmath>
#include <type_traits>

namespace skelter {

template <class T>
struct Vec2T {
  T x{}, y{};
  friend constexpr bool operator==(const Vec2T&, const Vec2T&) = default;
};

template <class T>
struct Vec3T {
  T x{}, y{}, z{};
  friend constexpr bool operator==(const Vec3T&, const Vec3T&) = default;
};

struct Vec4 {
  float x{}, y{}, z{}, w{};
  friend constexpr bool operator==(const Vec4&, const Vec4&) = default;
};

using Vec2 = Vec2T<float>;
using Vec3 = Vec3T<float>;
using Vec2d = Vec2T<double>;
using Vec3d = Vec3T<double>;

template <class T>
constexpr Vec3T<T> operator+(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
constexpr Vec3T<T> operator-(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
constexpr Vec3T<T> operator-(const Vec3T<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
constexpr Vec3T<T> operator*(const Vec3T<T>& a, std::type_identity_t<T> s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
constexpr Vec3T<T>& operator+=(Vec3T<T>& a, const Vec3T<T>& b) {
  return a = a + b;
}
template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
T length(const Vec3T<T>& a) {
  return std::sqrt(dot(a, a));
}
// Unit vector; zero for a vector of length 0.
template <class T>
Vec3T<T> normalized(const Vec3T<T>& a) {
  const T l = length(a);
  return l > T(0) ? a * (T(1) / l) : Vec3T<T>{};
}
template <class T>
constexpr Vec3T<T> lerp(const Vec3T<T>& a, const Vec3T<T>& b, std::type_identity_t<T> t) {
  return a + (b - a) * t;
}
constexpr Vec3d to_double(const Vec3& v) {
  return {v.x, v.y, v.z};
}
constexpr Vec3 to_float(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
template <class T>
bool is_finite(const Vec3T<T>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace skelter
