#pragma once
// ErrorCurve: how far the joints of the two compared figures are apart, over the whole clip.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/internal/difference.h"

namespace skelter {

struct ViewerData;

struct ErrorCurve {
  std::vector<std::uint32_t> joints;  // nodes of the shown figure that are compared
  std::vector<double> times_s;        // every quarter of a frame, but at most 480
  // Of the moments that were looked at so far, which are the first: file units, one per joint.
  std::vector<std::vector<double>> distances;
  std::string why_reference;  // what is shown was not the engine's for this reason

  bool complete() const { return distances.size() == times_s.size(); }
};

// The largest distance of a moment, or of all.
struct WorstJoint {
  std::uint32_t node = kNone;
  double time_s = 0, distance = 0;
};
WorstJoint worst_joint(const ErrorCurve& curve, std::size_t moment);
std::optional<WorstJoint> worst_joint(const ErrorCurve& curve);  // nothing before the first moment
std::size_t nearest_moment(const ErrorCurve& curve, double time_s);

// Goes on with data.comparison's curve, for some moments or to its end; begins it anew where what is shown
// became the engine's.
void update_error_curve(ViewerData& data);
void complete_error_curve(ViewerData& data);

// Goes to a moment that was looked at, pauses, and selects its worst joint. False without one.
bool go_to_error(ViewerData& data, double time_s);

}  // namespace skelter
