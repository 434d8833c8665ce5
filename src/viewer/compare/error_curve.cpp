#include "viewer/compare/internal/error_curve.h"

#include <algorithm>
#include <cmath>

#include "viewer/command/internal/actions.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/timeline.h"

namespace skelter {
namespace {

constexpr std::size_t kJointsPerFrame = 20'000;

ErrorCurve begun_curve(const ViewerData& data, const JointPairs& pairs) {
  ErrorCurve curve;
  for (const auto& [joint, other] : pairs.pairs) curve.joints.push_back(joint);
  if (!curve.joints.empty()) curve.times_s = times_of_clip(data);
  return curve;
}

// Computes the next sample. Returns false if every sample is done.
bool look_at_next(ViewerData& data, Comparison& comparison) {
  ErrorCurve& curve = comparison.curve;
  if (curve.complete()) return false;
  const double time_s = curve.times_s[curve.distances.size()];
  const Pose shown = pose_of_shown_clip(data, time_s);
  if (const std::string why = data.document()->why_reference(); why != curve.why_reference) {
    curve.distances.clear();
    curve.why_reference = why;
    return true;
  }
  const Pose other = other_pose_at(data, comparison, time_s);
  std::vector<double> distances;
  for (const auto& [joint, match] : comparison.pairs.pairs)
    distances.push_back(length(translation_part(shown.world[joint]) - translation_part(other.world[match])));
  curve.distances.push_back(std::move(distances));
  return true;
}

Comparison* compared(ViewerData& data) {
  if (!data.comparison || !data.comparison->problem.empty() || data.state.clip == kNone) return nullptr;
  Comparison& comparison = *data.comparison;
  if (comparison.curve.times_s.empty()) comparison.curve = begun_curve(data, comparison.pairs);
  return &comparison;
}

}  // namespace

WorstJoint worst_joint(const ErrorCurve& curve, std::size_t moment) {
  const std::vector<double>& distances = curve.distances[moment];
  const auto worst = std::max_element(distances.begin(), distances.end());
  return {curve.joints[static_cast<std::size_t>(worst - distances.begin())], curve.times_s[moment], *worst};
}

std::optional<WorstJoint> worst_joint(const ErrorCurve& curve) {
  std::optional<WorstJoint> worst;
  for (std::size_t i = 0; i < curve.distances.size(); ++i)
    if (const WorstJoint now = worst_joint(curve, i); !worst || now.distance > worst->distance) worst = now;
  return worst;
}

std::size_t nearest_time(const ErrorCurve& curve, double time_s) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < curve.distances.size(); ++i)
    if (std::abs(curve.times_s[i] - time_s) < std::abs(curve.times_s[nearest] - time_s)) nearest = i;
  return nearest;
}

void update_error_curve(ViewerData& data) {
  Comparison* comparison = compared(data);
  if (comparison == nullptr) return;
  const std::size_t nodes = std::max<std::size_t>(data.document()->scene.nodes.size(), 1);
  for (std::size_t i = 0; i <= kJointsPerFrame / nodes; ++i)
    if (!look_at_next(data, *comparison)) return;
}

void complete_error_curve(ViewerData& data) {
  if (Comparison* comparison = compared(data))
    while (look_at_next(data, *comparison)) {
    }
}

bool go_to_error(ViewerData& data, double time_s) {
  const Comparison* comparison = compared(data);
  if (comparison == nullptr || comparison->curve.distances.empty()) return false;
  const WorstJoint worst = worst_joint(comparison->curve, nearest_time(comparison->curve, time_s));
  data.state.timeline.playing = false;
  seek(data.state.timeline, worst.time_s, data.duration_s());
  select_node(data, worst.node);
  return true;
}

}  // namespace skelter
