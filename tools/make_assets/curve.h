#pragma once
// Smooth curves through a few keys without overshoot: flat stretches stay flat.

#include <vector>

namespace skelter::assets {

struct CurveKey {
  double at, value;
};

class Curve {
 public:
  // Keys in ascending order. With a period, the curve repeats and the keys lie within one period.
  explicit Curve(std::vector<CurveKey> keys, double period = 0);
  double operator()(double at) const;

 private:
  std::vector<CurveKey> keys_;
  std::vector<double> slopes_;
  double period_;
};

}  // namespace skelter::assets
