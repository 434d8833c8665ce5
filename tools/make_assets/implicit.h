#pragma once
// Implicit shapes: functions that are negative inside a body and positive outside, in metres. They only
// approximate the true distance; divide by the slope to step to the surface.

#include <algorithm>
#include <cmath>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter::assets {

// Union with its crease filled over a band of width k. Source: the quadratic polynomial smooth minimum.
inline double smooth_min(double a, double b, double k) {
  const double h = std::max(k - std::abs(a - b), 0.0) / k;
  return std::min(a, b) - h * h * k * 0.25;
}
// Intersection with its edge rounded over a band of width k.
inline double smooth_max(double a, double b, double k) {
  return -smooth_min(-a, -b, k);
}

// 0 below `from`, 1 above `to`, smooth in between.
inline double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

double ellipsoid(const Vec3d& p, const Vec3d& center, const Vec3d& radii);

// The convex hull of two balls.
double round_cone(const Vec3d& p, const Vec3d& a, const Vec3d& b, double radius_a, double radius_b);

// One cross-section of a loft: distances from the axis to the surface in four directions.
struct Station {
  double at;                // position along the axis from its origin
  double side, other_side;  // along +side and -side
  double front, back;       // along +front and -front
  double shift = 0;         // offset of the section's centre along front
};

// A body through cross-sections along a straight axis, used for trunk, limbs, head and shoes. Sections are
// superellipses, stations are joined by smooth curves, and the ends have caps of the given lengths.
class Loft {
 public:
  struct Shape {
    Vec3d origin, axis, side, front;  // unit vectors, perpendicular, except the origin
    double exponent = 2;              // 2: ellipses; larger: boxier
    double cap_begin = 0.01, cap_end = 0.01;
    std::vector<Station> stations;
  };
  explicit Loft(Shape shape);
  double distance(const Vec3d& p) const;
  Loft grown(double by) const;  // all radii larger by `by`

 private:
  Station section(double at) const;
  Shape shape_;
  std::vector<Station> slopes_;  // change per metre at each station
};

}  // namespace skelter::assets
