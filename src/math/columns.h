#pragma once
// Columns of 3x3 matrices, for the decompositions.

#include <array>

#include "skelter/math/mat.h"
#include "skelter/math/vec.h"

namespace skelter {

using Columns = std::array<Vec3d, 3>;

inline Columns columns_of(const Mat3d& m) {
  return {Vec3d{m(0, 0), m(1, 0), m(2, 0)}, Vec3d{m(0, 1), m(1, 1), m(2, 1)},
          Vec3d{m(0, 2), m(1, 2), m(2, 2)}};
}

inline Mat3d from_columns(const Columns& c) {
  Mat3d m;
  m.m = {c[0].x, c[0].y, c[0].z, c[1].x, c[1].y, c[1].z, c[2].x, c[2].y, c[2].z};
  return m;
}

}  // namespace skelter
