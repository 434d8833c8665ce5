#pragma once
// Columns of 3x3 matrices, for the decompositions.

#include <array>
#include <cmath>

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

// Rotates pairs of columns of both matrices, by the smaller of the two possible angles, until the columns of
// `scaled_u` are orthogonal: no dot product of two columns is above negligible(pp, qq), with pp and qq their
// squared lengths. Converges quadratically, so six sweeps are plenty; the bound guards against rounding that
// never settles.
template <class Negligible>
void orthogonalise(Columns& scaled_u, Columns& v, Negligible negligible) {
  const auto turn = [&](std::size_t p, std::size_t q) {
    const double pp = dot(scaled_u[p], scaled_u[p]), qq = dot(scaled_u[q], scaled_u[q]);
    const double pq = dot(scaled_u[p], scaled_u[q]);
    if (std::abs(pq) <= negligible(pp, qq)) return false;
    const double zeta = (qq - pp) / (2 * pq);
    const double tangent = (zeta < 0 ? -1 : 1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
    const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
    for (Columns* columns : {&scaled_u, &v}) {
      const Vec3d a = (*columns)[p], b = (*columns)[q];
      (*columns)[p] = a * cosine - b * sine;
      (*columns)[q] = a * sine + b * cosine;
    }
    return true;
  };
  for (int sweep = 0; sweep < 30; ++sweep) {
    bool turned = turn(0, 1);
    turned = turn(0, 2) || turned;
    turned = turn(1, 2) || turned;
    if (!turned) break;
  }
}

}  // namespace skelter
