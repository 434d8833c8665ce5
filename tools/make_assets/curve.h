#pragma once
// Smooth curves through a few points: how the clips are written down.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace skelter::assets {

struct CurvePoint {
  double at, value;
};

// Cubic through the points, flat at every turning point and never beyond its neighbours. Source: Fritsch and
// Carlson, "Monotone Piecewise Cubic Interpolation", 1980. With `period` > 0 it repeats, and the points lie
// in [0, period); else it is flat outside.
class Curve {
 public:
  explicit Curve(std::vector<CurvePoint> points, double period = 0)
      : points_(std::move(points)), period_(period) {
    if (period_ > 0) {
      const CurvePoint first = points_.front(), last = points_.back();
      points_.insert(points_.begin(), {last.at - period_, last.value});
      points_.push_back({first.at + period_, first.value});
      points_.push_back({points_[2].at + period_, points_[2].value});
    }
    slopes_.resize(points_.size());
    for (std::size_t i = 1; i + 1 < points_.size(); ++i) slopes_[i] = slope_at(i);
    if (period_ > 0) slopes_.front() = slopes_[points_.size() - 3];
  }

  double operator()(double x) const {
    if (period_ > 0) x -= std::floor((x - points_[1].at) / period_) * period_;
    std::size_t i = 0;
    while (i + 2 < points_.size() && x >= points_[i + 1].at) ++i;
    const CurvePoint a = points_[i], b = points_[i + 1];
    const double h = b.at - a.at, t = std::clamp((x - a.at) / h, 0.0, 1.0);
    const double t2 = t * t, t3 = t2 * t;
    return (2 * t3 - 3 * t2 + 1) * a.value + (t3 - 2 * t2 + t) * h * slopes_[i] +
           (3 * t2 - 2 * t3) * b.value + (t3 - t2) * h * slopes_[i + 1];
  }

 private:
  double secant(std::size_t i) const {
    return (points_[i + 1].value - points_[i].value) / (points_[i + 1].at - points_[i].at);
  }
  double slope_at(std::size_t i) const {
    const double before = secant(i - 1), after = secant(i);
    if (before * after <= 0) return 0;
    return 2 * before * after / (before + after);
  }

  std::vector<CurvePoint> points_;
  double period_;
  std::vector<double> slopes_;
};

// From a to b with the given slopes at both ends, `t` from 0 to 1.
inline double hermite(double a, double slope_a, double b, double slope_b, double t) {
  const double t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * slope_a + (3 * t2 - 2 * t3) * b +
         (t3 - t2) * slope_b;
}

}  // namespace skelter::assets
