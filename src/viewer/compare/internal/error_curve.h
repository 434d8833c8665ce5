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
  // One distance per joint for each completed sample, in file units. May be shorter than times_s.
  std::vector<std::vector<double>> distances;
  std::string why_reference;  // why the reference evaluator is used

  bool complete() const { return distances.size() == times_s.size(); }
};

// The joint with the largest distance, in one sample or in all samples.
struct WorstJoint {
  std::uint32_t node = kNone;
  double time_s = 0, distance = 0;
};
WorstJoint worst_joint(const ErrorCurve& curve, std::size_t moment);
std::optional<WorstJoint> worst_joint(const ErrorCurve& curve);  // none before the first sample
std::size_t nearest_time(const ErrorCurve& curve, double time_s);

// Computes some more samples of data.comparison's curve, or all that are left. Starts again if the engine has
// replaced the reference evaluator.
void update_error_curve(ViewerData& data);
void complete_error_curve(ViewerData& data);

// Seeks to a sampled time, pauses, and selects the worst joint. Returns false if there are no samples.
bool go_to_error(ViewerData& data, double time_s);

}  // namespace skelter
