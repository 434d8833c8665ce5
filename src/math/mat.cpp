#include "skelter/math/mat.h"

#include <algorithm>
#include <cmath>

namespace skelter {

Quatd to_quat(const Mat3d& rotation) {
  // The largest of the four numbers 4 q_i^2 is at least 1, so dividing by its root loses no digits.
  const Mat3d& r = rotation;
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  Quatd q;
  if (trace >= r(0, 0) && trace >= r(1, 1) && trace >= r(2, 2)) {
    q = {r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1), 1 + trace};
  } else if (r(0, 0) >= r(1, 1) && r(0, 0) >= r(2, 2)) {
    q = {1 + 2 * r(0, 0) - trace, r(0, 1) + r(1, 0), r(0, 2) + r(2, 0), r(2, 1) - r(1, 2)};
  } else if (r(1, 1) >= r(2, 2)) {
    q = {r(0, 1) + r(1, 0), 1 + 2 * r(1, 1) - trace, r(1, 2) + r(2, 1), r(0, 2) - r(2, 0)};
  } else {
    q = {r(0, 2) + r(2, 0), r(1, 2) + r(2, 1), 1 + 2 * r(2, 2) - trace, r(1, 0) - r(0, 1)};
  }
  q = normalized(q);
  return q.w < 0 ? Quatd{-q.x, -q.y, -q.z, -q.w} : q;
}

Mat3d normal_matrix(const Mat3d& linear) {
  double size = 0;
  for (const double e : linear.m) size = std::max(size, std::abs(e));
  Mat3d out = cofactors(linear);
  const double det = determinant(linear);
  if (std::abs(det) > 1e-12 * size * size * size)
    for (double& e : out.m) e /= det;
  return out;
}

}  // namespace skelter
