// Chapter 3: the weights at a height, and a vertex between the two bones that influence it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "skelter/math/mat.h"

using namespace skelter;

namespace {

// Weight of a bone at height y of the strip, which is 1 unit high.
double weight(int bone, double y) {
  if (bone == 3 && y >= 0.75) return 1;
  return std::max(0.0, 1 - 4 * std::abs(y - 0.25 * bone));
}

}  // namespace

int main() {
  for (const double y : {0.1, 0.3})
    std::printf("y %.1f: %.1f %.1f %.1f %.1f\n", y, weight(0, y), weight(1, y), weight(2, y), weight(3, y));

  // Bones 0 and 1 at 0.1 s, as in chapter 2.
  const Mat4d bone0 = translation_matrix(Vec3d{0, -1, 0});
  const Mat4d bone1 = bone0 * rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, 0.108114)) *
                      translation_matrix(Vec3d{0, 1.25, 0});
  const Vec3d vertex{-0.28, 0.1, 0};  // number 60
  const Vec3d by0 = transform_point(bone0, vertex), by1 = transform_point(bone1, vertex);
  const Vec3d mixed = by0 * weight(0, vertex.y) + by1 * weight(1, vertex.y);
  std::printf("bone 0 alone: (%.4f, %.4f)\n", by0.x, by0.y);
  std::printf("bone 1 alone: (%.4f, %.4f)\n", by1.x, by1.y);
  std::printf("both:         (%.4f, %.4f)\n", mixed.x, mixed.y);
}
