#pragma once
// Implicit shapes: functions that are negative inside a body and positive outside, in metres. They are close to
// the true distance, not equal to it; whoever walks to the surface divides by the slope.

#include <algorithm>
#include <cmath>
#include <vector>

#include "skelter/math/vec.h"

namespace skelter::assets {

// Union whose crease is filled over a band of width k. Source: the quadratic polynomial smooth minimum.
inline double smooth_min(double a, double b, double k) {
  const double h = std::max(k - std::abs(a - b), 0.0) / k;
  return std::min(a, b) - h * h * k * 0.25;
}
// Intersection whose edge is rounded over a band of width k.
inline double smooth_max(double a, double b, double k) { return -smooth_min(-a, -b, k); }

// 0 below `from`, 1 above `to`, smooth between.
inline double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

double ellipsoid(const Vec3d& p, const Vec3d& center, const Vec3d& radii);

// The hull of two balls.
double round_cone(const Vec3d& p, const Vec3d& a, const Vec3d& b, double radius_a, double radius_b);

// One cross-section of a loft: how far the body reaches from the axis in four directions.
struct Station {
  double at;                   // along the axis from its origin
  double side, other_side;     // along +side and -side
  double front, back;          // along +front and -front
  double shift = 0;            // of the section's centre, along front
};

// A body drawn through cross-sections along a straight axis: how trunk, limbs, head and shoes are made. Sections
// are superellipses, the stations are joined by smooth curves, and the ends close with caps of the given lengths.
class Loft {
 public:
  struct Shape {
    Vec3d origin, axis, side, front;  // unit and perpendicular, except the origin
    double exponent = 2;              // 2: ellipses; more: boxier
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
