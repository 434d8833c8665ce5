#pragma once
// Matrices as the tutorials print them.

#include <cstddef>

#include "skelter/math/mat.h"

namespace skelter::test {

// Returns a row of a printed matrix, which is a column of ours. The first row is 1.
inline Vec3d document_row(const Mat4d& m, std::size_t row) {
  return {m.m[4 * row - 4], m.m[4 * row - 3], m.m[4 * row - 2]};
}

}  // namespace skelter::test
