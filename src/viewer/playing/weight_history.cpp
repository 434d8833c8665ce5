#include "viewer/playing/weight_history.h"

#include <algorithm>

namespace skelter {

void WeightHistory::record(const MixState& mix) {
  WeightSample now{mix.time_s, {}};
  for (const TrackState& track : mix.tracks) now.weights.push_back(track.enabled ? track.weight : 0);
  if (!moments_.empty() && mix.time_s < moments_.back().time_s) moments_.clear();
  if (!moments_.empty() && mix.time_s == moments_.back().time_s)
    moments_.back() = std::move(now);
  else
    moments_.push_back(std::move(now));
  // Keeps one older entry, where the line at the left edge starts.
  const auto old = [&](const WeightSample& moment) { return moment.time_s < mix.time_s - kPast_s; };
  const auto first = std::find_if_not(moments_.begin(), moments_.end(), old);
  if (first - moments_.begin() > 1) moments_.erase(moments_.begin(), first - 1);
}

}  // namespace skelter
