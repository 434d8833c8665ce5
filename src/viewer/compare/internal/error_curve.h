#pragma once
// ErrorCurve: distances between the joints of the two compared models over the whole clip.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/compare/internal/difference.h"

namespace skelter {

struct ViewerData;

struct ErrorCurve {
  std::vector<std::uint32_t> joints;  // compared nodes of the shown model
  std::vector<double> times_s;        // every quarter of a frame, at most 480
  // Samples done so far, a prefix of times_s: one distance per joint, in file units.
  std::vector<std::vector<double>> distances;
  std::string why_reference;  // the reason for using the reference evaluator

  bool complete() const { return distances.size() == times_s.size(); }
};

// Largest distance of one sample, or of all.
struct WorstJoint {
  std::uint32_t node = kNone;
  double time_s = 0, distance = 0;
};
WorstJoint worst_joint(const ErrorCurve& curve, std::size_t moment);
std::optional<WorstJoint> worst_joint(const ErrorCurve& curve);  // none before the first sample
std::size_t nearest_time(const ErrorCurve& curve, double time_s);

// Continues data.comparison's curve by some samples, or completes it. Restarts if the engine now plays
// instead of the reference evaluator.
void update_error_curve(ViewerData& data);
void complete_error_curve(ViewerData& data);

// Seeks to a sampled time, pauses, and selects the worst joint. Returns false without a sample.
bool go_to_error(ViewerData& data, double time_s);

}  // namespace skelter
