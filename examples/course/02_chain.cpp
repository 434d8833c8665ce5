// Chapter 2: the angles of the tower, its local matrices and its world matrices.
#include <cmath>
#include <cstdio>

#include "skelter/math/mat.h"

using namespace skelter;

int main() {
  constexpr double kTurn = 2 * 3.14159265358979;
  constexpr double kTime = 0.1;
  constexpr double kLength[] = {1.25, 0.8, 0.6}, kAmplitude[] = {0.52, 0.3, 0.2}, kPeriod[] = {3, 1, 0.5};

  Mat4d world = translation_matrix(Vec3d{0, -1, 0});  // bone 0
  for (int i = 0; i < 3; ++i) {
    const double angle = kAmplitude[i] * std::sin(kTurn * kTime / kPeriod[i]);
    // Moves up along the parent, then rotates about the parent's joint. The factor on the right applies
    // first.
    const Mat4d local =
        rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angle)) * translation_matrix(Vec3d{0, kLength[i], 0});
    world = world * local;
    const Vec3d joint = translation_part(world);
    std::printf("bone %d: angle %.6f, joint at (%.6f, %.6f)\n", i + 1, angle, joint.x, joint.y);
  }
}
