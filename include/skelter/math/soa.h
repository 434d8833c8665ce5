#pragma once
// The runtime's layouts for poses (structure of arrays, eight joints per vector instruction) and matrices
// (three rows, as on the GPU).

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "skelter/math/mat.h"
#include "skelter/math/transform.h"

namespace skelter {

inline constexpr std::uint32_t kLanes = 8;

constexpr std::uint32_t blocks_for(std::uint32_t joints) {
  return (joints + kLanes - 1) / kLanes;
}

// Eight transforms. Joint j of a pose is lane j % 8 of block j / 8. Rows: translation x y z, rotation x y z w
// (unit), scale x y z. Lanes past the last joint hold the identity.
struct alignas(32) SoaTransform {
  float rows[10][kLanes];

  static constexpr SoaTransform identity() {
    SoaTransform r{};
    for (const std::size_t row : {6u, 7u, 8u, 9u})
      for (float& lane : r.rows[row]) lane = 1;
    return r;
  }
};

inline Transform get(const SoaTransform& block, std::uint32_t lane) {
  const auto at = [&](std::size_t row) { return block.rows[row][lane]; };
  return {{at(0), at(1), at(2)}, {at(3), at(4), at(5), at(6)}, {at(7), at(8), at(9)}};
}
inline void set(SoaTransform& block, std::uint32_t lane, const Transform& t) {
  const float values[10] = {t.translation.x, t.translation.y, t.translation.z, t.rotation.x, t.rotation.y,
                            t.rotation.z,    t.rotation.w,    t.scale.x,       t.scale.y,    t.scale.z};
  for (std::size_t row = 0; row < 10; ++row) block.rows[row][lane] = values[row];
}

// The upper three rows of an affine matrix for column vectors: m[row][column], translation in column 3.
// 48 bytes, the layout of a palette entry on the GPU.
struct alignas(16) Affine {
  float m[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};

constexpr Mat4 to_mat4(const Affine& a) {
  Mat4 r;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column) r(row, column) = a.m[row][column];
  return r;
}
inline bool is_finite(const Affine& a) {
  bool finite = true;
  for (const auto& row : a.m)
    for (const float number : row) finite = finite && std::isfinite(number);
  return finite;
}
template <class T>
constexpr Affine to_affine(const Mat4T<T>& a) {
  Affine r;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 4; ++column) r.m[row][column] = static_cast<float>(a(row, column));
  return r;
}

}  // namespace skelter
