#pragma once
// WeightHistory: the weights of the tracks in the last seconds of a mix.

#include <span>
#include <vector>

#include "viewer/internal/viewer_state.h"

namespace skelter {

inline constexpr double kPast_s = 6, kFuture_s = 3;  // that the curves show

struct WeightMoment {
  double time_s = 0;
  std::vector<double> weights;  // per track; 0 of those that are off
};

class WeightHistory {
 public:
  // As it is now. Another mix, whose time begins anew, has no history.
  void record(const MixState& mix);
  std::span<const WeightMoment> moments() const { return moments_; }  // times increase

 private:
  std::vector<WeightMoment> moments_;
};

}  // namespace skelter
