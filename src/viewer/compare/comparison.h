#pragma once
// Compares the shown model, at the same time, with another clip, another file, or the reference evaluator.

#include <memory>
#include <optional>
#include <string>

#include "viewer/compare/internal/difference.h"
#include "viewer/compare/internal/error_curve.h"
#include "viewer/document/document.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

struct ViewerData;

struct Comparison {
  // The state that the comparison was built for. A changed state rebuilds the comparison.
  CompareState wanted;
  std::uint64_t shown = 0;  // document number
  std::uint32_t clip = kNone;

  const Document* other = nullptr;  // owner of the scene that other_pose belongs to
  std::uint64_t other_number = 0;
  std::string problem;             // why there are no numbers; "" if there are
  bool nothing_in_common = false;  // no common joints or vertices: the two models are shown without numbers
  JointPairs pairs;                // joints that both models have
  ErrorCurve curve;

  // Results for the current frame.
  Pose other_pose;
  // None if the models have different vertices. In that case only joints are compared.
  std::optional<VertexDifference> vertices;
  JointDifference joints;
  double hot = 0;  // difference that is drawn red, in file units

  // True if there is another model to show, with or without numbers.
  bool is_shown() const { return other != nullptr && (problem.empty() || nothing_in_common); }
};

// Updates the comparison for the current frame, or removes it. The other clip loops like the shown one.
void update_comparison(ViewerData& data);

// Sample times: every quarter of a frame of the shown clip, at most 480.
std::vector<double> times_of_clip(const ViewerData& data);
Pose other_pose_at(const ViewerData& data, const Comparison& comparison, double time_s);

// Finds the time with the largest difference, seeks to it, and selects the joint with the largest difference.
// Returns none without a comparison.
struct WorstTime {
  double time_s = 0, difference = 0;  // the difference is in file units
};
std::optional<WorstTime> find_worst_time(ViewerData& data);

}  // namespace skelter
