#include "sizes.h"

#include "proportions.h"

namespace skelter::assets {

namespace {

// `small` near the centre, growing to no demand at all between the two radii.
double near(const Vec3d& p, const Vec3d& center, double inner, double outer, double small) {
  const double t = smooth_step(inner, outer, length(p - center));
  return small + t * 0.04;
}

}  // namespace

double edge_length_at(const Vec3d& point) {
  const Vec3d p{std::abs(point.x), point.y, point.z};
  double size = 0.030;
  const double along = dot(p - kShoulder, kArmAxis);
  size = std::min(size, near(p, {0.0, 1.65, 0.10}, 0.055, 0.16, 0.0105));     // face
  size = std::min(size, near(p, {0.0, 1.68, -0.02}, 0.11, 0.24, 0.0155));     // head
  size = std::min(size, near(p, {0.074, 1.672, -0.01}, 0.02, 0.08, 0.0095));  // ear
  size = std::min(size, near(p, in_hand(0.10, 0, -0.01), 0.08, 0.20, 0.0098));
  if (along > 0.1) size = std::min(size, 0.021);
  size = std::min(size, near(p, kElbow, 0.05, 0.12, 0.0165));
  size = std::min(size, near(p, kShoulder, 0.08, 0.20, 0.023));
  size = std::min(size, near(p, kKnee, 0.08, 0.18, 0.022));
  size = std::min(size, near(p, {0.04, 0.87, 0.0}, 0.10, 0.24, 0.025));   // crotch and seat
  size = std::min(size, near(p, {0.10, 0.03, 0.06}, 0.13, 0.26, 0.018));  // shoe
  return 1.28 * size;                                                     // 5,000 to 10,000 triangles in all
}

}  // namespace skelter::assets
