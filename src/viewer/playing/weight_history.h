#pragma once
// WeightHistory: track weights over the last seconds of a mix.

#include <span>
#include <vector>

#include "viewer/state/internal/viewer_state.h"

namespace skelter {

inline constexpr double kPast_s = 6, kFuture_s = 3;  // range of the curves

struct WeightSample {
  double time_s = 0;
  std::vector<double> weights;  // per track; 0 for disabled tracks
};

class WeightHistory {
 public:
  // Appends the current weights. A new mix starts at time 0 and clears the history.
  void record(const MixState& mix);
  std::span<const WeightSample> moments() const { return moments_; }  // ordered by time

 private:
  std::vector<WeightSample> moments_;
};

}  // namespace skelter
