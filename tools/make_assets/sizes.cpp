#include "sizes.h"

#include "proportions.h"

namespace skelter::assets {

namespace {

// `small` near the centre, growing to no limit between the two radii.
double near(const Vec3d& p, const Vec3d& center, double inner, double outer, double small) {
  const double t = smooth_step(inner, outer, length(p - center));
  return small + t * 0.04;
}

}  // namespace

double edge_length_at(const Vec3d& point) {
  const Vec3d p{std::abs(point.x), point.y, point.z};
  double size = 0.033;
  const double along = dot(p - kShoulder, kArmAxis);
  size = std::min(size, near(p, {0.0, 1.645, 0.095}, 0.055, 0.17, 0.0078));     // face
  size = std::min(size, near(p, {0.0318, 1.684, 0.085}, 0.012, 0.05, 0.0052));  // eye
  size = std::min(size, near(p, {0.0, 1.608, 0.095}, 0.018, 0.06, 0.0060));     // mouth
  size = std::min(size, near(p, {0.0, 1.70, -0.02}, 0.12, 0.24, 0.0135));       // head
  size = std::min(size, near(p, {0.074, 1.672, -0.01}, 0.02, 0.08, 0.0090));    // ear
  size = std::min(size, near(p, in_hand(0.10, 0, -0.01), 0.08, 0.20, 0.0098));
  size = std::min(size, near(p, {0, 1.485, -0.025}, 0.085, 0.17, 0.0150));  // collar
  if (along > 0.1) size = std::min(size, 0.022);
  size = std::min(size, near(p, along_arm(0.208), 0.065, 0.13, 0.0185));  // edge of the sleeve
  size = std::min(size, near(p, kElbow, 0.045, 0.12, 0.0112));
  size = std::min(size, near(p, kShoulder, 0.08, 0.20, 0.023));
  size = std::min(size, near(p, kKnee, 0.085, 0.20, 0.0180));
  size = std::min(size, near(p, {0.04, 0.87, 0.0}, 0.10, 0.24, 0.026));    // crotch and seat
  size = std::min(size, near(p, {0.10, 0.03, 0.06}, 0.15, 0.26, 0.0158));  // shoe
  return 1.31 * size;                                                      // 5,000 to 10,000 triangles
}

}  // namespace skelter::assets
