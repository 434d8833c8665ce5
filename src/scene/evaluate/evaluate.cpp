#include "skelter/scene/evaluate.h"

#include <algorithm>
#include <cmath>

#include "scene/evaluate/internal/sample_node.h"
#include "scene/evaluate/sample_channel.h"

namespace skelter {
namespace {

// Returns time mod period in [0, period). A computed multiple of the period may have been rounded to just
// below it. It is treated as the multiple, because a loop would otherwise show its last key instead of the
// first.
double positive_mod(double time_s, double period_s) {
  double rest = std::fmod(time_s, period_s);
  if (rest < 0) rest += period_s;
  const double rounding = 4e-16 * std::max(std::abs(time_s), period_s);
  return period_s - rest <= rounding ? 0 : rest;
}

// Like sample_local, but does not normalise rotation keys that are slightly off unit length.
Mat4d local_of(const Node& node, const NodeChannels& channels, double inside_s,
               const EvaluateOptions& options, Absent absent) {
  if (channels.rotation == nullptr || channels.matrix != nullptr)
    return sample_local(node, channels, inside_s, options, absent);
  AffineParts parts = sample_parts(channels, inside_s, absent);
  parts.rotation = sample_rotation_as_stored(*channels.rotation, inside_s);
  return compose(parts);
}

}  // namespace

double wrap_time(double time_s, double duration_s, Loop loop, std::optional<double> extra_s) {
  if (!(duration_s > 0)) return 0;
  if (loop == Loop::pingpong) {
    const double along = positive_mod(time_s, 2 * duration_s);
    return along <= duration_s ? along : 2 * duration_s - along;
  }
  if (loop == Loop::loop && !extra_s) return positive_mod(time_s, duration_s);
  if (loop == Loop::loop && time_s > duration_s) time_s = positive_mod(time_s, duration_s + *extra_s);
  return std::clamp(time_s, 0.0, duration_s);
}

Pose rest_pose(const Scene& scene) {
  Pose pose;
  pose.local.reserve(scene.nodes.size());
  for (const Node& node : scene.nodes) pose.local.push_back(to_double(node.rest));
  local_to_world(scene, pose);
  return pose;
}

Pose evaluate(const Scene& scene, std::uint32_t clip, double time_s, const EvaluateOptions& options) {
  const Clip& played = scene.clips[clip];
  const double inside_s = clip_time(played, time_s, options);
  const std::vector<NodeChannels> channels = channels_by_node(scene, played);
  Pose pose;
  pose.local.reserve(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    pose.local.push_back(local_of(scene.nodes[i], channels[i], inside_s, options, scene.absent));
  for (const Channel& channel : played.channels) {
    const std::uint32_t node = played.targets[channel.target].node;
    if (channel.path != ChannelPath::weights || node == kNone) continue;
    pose.morph_weights.resize(scene.nodes.size());
    pose.morph_weights[node] = sample_weights(channel, inside_s);
  }
  local_to_world(scene, pose);
  return pose;
}

void local_to_world(const Scene& scene, Pose& pose) {
  pose.world.resize(scene.nodes.size());
  for (const std::uint32_t i : parents_first(scene)) {
    const std::uint32_t parent = scene.nodes[i].parent;
    pose.world[i] = parent == kNone ? pose.local[i] : pose.world[parent] * pose.local[i];
  }
}

}  // namespace skelter
