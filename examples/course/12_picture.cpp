// Chapter 12: a point of the world in normalised device coordinates and in pixels, and its brightness.
#include <algorithm>
#include <cstdio>

#include "skelter/math/camera.h"

using namespace skelter;

int main() {
  // In Direct3D, z points into the screen. In the engine it points out of the screen, so z changes its sign.
  const Vec3d eye{0, 0, 20}, target{0, 10, 0}, point{5, 10, 0};
  PerspectiveLens lens;  // 45 degrees, near 1, far 10000
  lens.aspect = 800.0 / 600;
  const auto view = look_at(eye, target);
  const auto projection = perspective(lens);
  if (!view || !projection) return 1;

  // The camera applies first, then the lens. With column vectors, the matrix that applies first is on the
  // right.
  const Vec3d seen = transform_point(*view, point);
  const double w = -seen.z;  // distance along the line of sight
  const Vec3d clip = transform_point(*projection, seen);
  const double x = clip.x / w, y = clip.y / w;
  std::printf("in the picture (%.6f, %.6f)\n", x, y);
  std::printf("pixel          (%.2f, %.2f)\n", (x + 1) / 2 * 800, (1 - y) / 2 * 600);

  const Vec3d normal{0, 1, 0}, origin{0, 0, 0}, light{0, 10, 10};
  const Vec3d to_light = normalized(light - origin);
  std::printf("L              (%.4f, %.4f, %.4f)\n", to_light.x, to_light.y, -to_light.z);
  std::printf("brightness     %.4f\n", std::max(dot(normal, to_light), 0.2));
  std::printf("light below    %.1f\n", std::max(dot(normal, normalized(Vec3d{0, -10, 0})), 0.2));
  std::printf("up is zero:    %s\n", look_at(eye, target, {0, 0, 0}) ? "a matrix" : "refused");
}
