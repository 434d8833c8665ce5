// Chapter 1: a translation, a rotation, and their products in both orders.
#include <cmath>
#include <cstdio>

#include "skelter/math/mat.h"

using namespace skelter;

namespace {

double tidy(double value) {
  return std::abs(value) < 1e-9 ? 0 : value;  // avoids -0.000000
}

void print(const char* what, const Vec3d& p) {
  std::printf("%-18s (%.6f, %.6f, %.6f)\n", what, tidy(p.x), tidy(p.y), tidy(p.z));
}

}  // namespace

int main() {
  constexpr double kDegree = 3.14159265358979 / 180;
  const Vec3d u{-3, 2, -8};
  const Mat4d a = translation_matrix(Vec3d{4, -3, 8});
  const Mat4d b = rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, 45 * kDegree));

  // The engine uses column vectors, so the matrix on the right applies first.
  print("u", u);
  print("moved", transform_point(a, u));
  print("moved, then turned", transform_point(b * a, u));
  print("turned, then moved", transform_point(a * b, u));
  print("where C moves to", translation_part(b * a));
  print("a direction, moved", transform_direction(a, Vec3d{1, 0, 0}));
}
