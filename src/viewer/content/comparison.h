#pragma once
// Comparison: the shown figure next to another clip, another file, or the reference evaluator's, in step.

#include <memory>
#include <optional>
#include <string>

#include "viewer/content/document.h"
#include "viewer/internal/difference.h"
#include "viewer/internal/error_curve.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

struct ViewerData;

struct Comparison {
  // What it was made for; for another state it is remade.
  CompareState wanted;
  std::uint64_t shown = 0;  // number of a document
  std::uint32_t clip = kNone;

  const Document* other = nullptr;  // whose scene the other pose belongs to
  std::uint64_t other_number = 0;
  std::string problem;             // why there are no numbers; "" when all is well
  bool nothing_in_common = false;  // neither joints nor vertices: both are shown, without numbers
  JointPairs pairs;                // joints of both
  ErrorCurve curve;

  // Of this frame.
  Pose other_pose;
  std::optional<VertexDifference> vertices;  // nothing: other vertices, so only joints are compared
  JointDifference joints;
  double hot = 0;  // file units that are red

  // Whether there is another figure to show, with or without numbers.
  bool is_shown() const { return other != nullptr && (problem.empty() || nothing_in_common); }
};

// The comparison of this frame, or none. Time goes round in the other clip as in the shown one.
void update_comparison(ViewerData& data);

// Every quarter of a frame of the shown clip, but at most 480 moments.
std::vector<double> moments_of_clip(const ViewerData& data);
Pose other_pose_at(const ViewerData& data, const Comparison& comparison, double time_s);

// The moment of the clip at which the difference is largest; jumps there, and selects the joint that is worst
// there. Nothing without a comparison.
struct WorstMoment {
  double time_s = 0, difference = 0;  // file units
};
std::optional<WorstMoment> find_worst_moment(ViewerData& data);

}  // namespace skelter
