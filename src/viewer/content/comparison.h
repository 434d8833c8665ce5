#pragma once
// Comparison: the shown figure next to another clip, another file, or the reference evaluator's, in step.

#include <memory>
#include <optional>
#include <string>

#include "viewer/content/difference.h"
#include "viewer/content/document.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

struct ViewerData;

struct Comparison {
  // What it was made for; for another state it is remade.
  CompareState wanted;
  const Document* shown = nullptr;
  std::uint32_t clip = kNone;

  const Document* other = nullptr;  // whose scene the other pose belongs to
  std::string problem;              // why there is nothing to see; "" when all is well

  // Of this frame.
  Pose other_pose;
  std::optional<VertexDifference> vertices;  // nothing: other vertices, so only joints are compared
  JointDifference joints;
  double hot = 0;  // file units that are red
};

// The comparison of this frame, or none. Time goes round in the other clip as in the shown one.
void update_comparison(ViewerData& data);

// The moment of the clip at which the difference is largest, looked for at every quarter of a frame; jumps
// there. Nothing without a comparison.
struct WorstMoment {
  double time_s = 0, difference = 0;  // file units
};
std::optional<WorstMoment> find_worst_moment(ViewerData& data);

}  // namespace skelter
