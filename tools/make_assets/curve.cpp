#include "curve.h"

#include <algorithm>
#include <cmath>

namespace skelter::assets {

// Source: Fritsch and Butland, "A Method for Constructing Local Monotone Piecewise Cubic Interpolants", 1984.
Curve::Curve(std::vector<CurveKey> keys, double period) : keys_(std::move(keys)), period_(period) {
  if (period_ > 0) {
    const CurveKey first = keys_.front(), last = keys_.back(), second = keys_[1];
    keys_.insert(keys_.begin(), {last.at - period_, last.value});
    keys_.push_back({first.at + period_, first.value});
    keys_.push_back({second.at + period_, second.value});
  }
  slopes_.assign(keys_.size(), 0);
  for (std::size_t i = 1; i + 1 < keys_.size(); ++i) {
    const double h0 = keys_[i].at - keys_[i - 1].at, h1 = keys_[i + 1].at - keys_[i].at;
    const double d0 = (keys_[i].value - keys_[i - 1].value) / h0,
                 d1 = (keys_[i + 1].value - keys_[i].value) / h1;
    if (d0 * d1 <= 0) continue;
    const double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
    slopes_[i] = (w0 + w1) / (w0 / d0 + w1 / d1);
  }
}

double Curve::operator()(double at) const {
  if (period_ > 0) {
    const double start = keys_[1].at;
    at = start + (at - start) - period_ * std::floor((at - start) / period_);
  }
  if (at <= keys_.front().at) return keys_.front().value;
  if (at >= keys_.back().at) return keys_.back().value;
  std::size_t i = 0;
  while (keys_[i + 1].at < at) ++i;
  const double h = keys_[i + 1].at - keys_[i].at, t = (at - keys_[i].at) / h;
  const double t2 = t * t, t3 = t2 * t;
  return keys_[i].value * (2 * t3 - 3 * t2 + 1) + keys_[i + 1].value * (3 * t2 - 2 * t3) +
         h * (slopes_[i] * (t3 - 2 * t2 + t) + slopes_[i + 1] * (t3 - t2));
}

}  // namespace skelter::assets
