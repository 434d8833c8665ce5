#pragma once
// Conversion between the axes of .x files and ours. All axis conversion happens in this file.
//
// .x files: left-handed, +z into the screen, row vectors, clockwise front faces. Skelter: right-handed, +z
// towards the viewer, column vectors, counter-clockwise front faces. The mirror z -> -z converts both ways. A
// row-vector matrix stores its 16 numbers in the order of the column-vector matrix.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "skelter/math/mat.h"
#include "skelter/math/quat.h"
#include "skelter/math/vec.h"

namespace skelter::x {

// Mirrors a point, a normal or another direction.
constexpr Vec3 mirrored(const Vec3& v) {
  return {v.x, v.y, -v.z};
}

// Mirrors the matrix of a frame, an offset or a key.
constexpr Mat4 mirrored(const Mat4& matrix) {
  return mirrored_z(matrix);
}

// Converts a rotation key from file order (w x y z). D3DX conjugates it; the mirror then negates x and y.
constexpr Quat rotation_from_key(float w, float x, float y, float z) {
  return {x, y, -z, w};
}
// Converts a rotation key of an exporter that stores the rotation itself, without the conjugate.
constexpr Quat rotation_from_key_as_stored(float w, float x, float y, float z) {
  return {-x, -y, z, w};
}

// Inverse of rotation_from_key: the numbers of a key in file order, w first.
inline std::vector<float> key_from_rotation(const Quat& rotation) {
  return {rotation.w, rotation.x, rotation.y, -rotation.z};
}

// The mirror flips faces, so the corners of every triangle are read in reverse. The first corner stays first:
// the fan of a polygon keeps its centre, and the writer can undo the reversal.
template <class Index>
constexpr void reverse_winding(Index* triangle) {
  std::swap(triangle[1], triangle[2]);
}

}  // namespace skelter::x
