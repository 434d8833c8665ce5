#pragma once
// The border between the axes of a .x file and ours, and the only place that crosses it.
//
// .x: left-handed, +z into the screen, row vectors, front faces clockwise. Ours: right-handed, +z towards the
// viewer, column vectors, front faces counter-clockwise. The mirror z -> -z takes one to the other and is its
// own inverse; the 16 numbers of a row-vector matrix have the order of those of a column-vector matrix.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter::x {

// A point, a normal or another direction.
constexpr Vec3 mirrored(const Vec3& v) {
  return {v.x, v.y, -v.z};
}

// The matrix of a frame, an offset or a key.
constexpr Mat4 mirrored(const Mat4& matrix) {
  return mirrored_z(matrix);
}

// A rotation key as the file writes it (w x y z). D3DX conjugates it; then the mirror negates x and y.
constexpr Quat rotation_from_key(float w, float x, float y, float z) {
  return {x, y, -z, w};
}
// The same for exporters that store the rotation itself.
constexpr Quat rotation_from_key_as_stored(float w, float x, float y, float z) {
  return {-x, -y, z, w};
}

// What rotation_from_key undoes: the numbers of a key in file order, w first.
inline std::vector<float> key_from_rotation(const Quat& rotation) {
  return {rotation.w, rotation.x, rotation.y, -rotation.z};
}

// The mirror turns faces over, so the corners of every triangle are read in reverse. The first corner stays
// the first: the fan of a polygon keeps its centre, and writing can undo this.
template <class Index>
constexpr void reverse_winding(Index* triangle) {
  std::swap(triangle[1], triangle[2]);
}

}  // namespace skelter::x
