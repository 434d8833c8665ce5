#include <cmath>

#include "scene/evaluate/internal/sample_node.h"
#include "scene/evaluate/sample_channel.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

Mat4d add_difference(const Mat4d& current, const Mat4d& sampled, const Mat4d& rest, double weight) {
  return add_elements(current, scale_elements(add_elements(sampled, scale_elements(rest, -1)), weight));
}

// Whether both stretches are diagonal and their ratio is positive on every axis, so that it can be raised to
// a power.
bool has_scale_ratio(const Mat3d& rest, const Mat3d& sampled) {
  for (std::size_t c = 0; c < 3; ++c) {
    if (!(rest(c, c) * sampled(c, c) > 0)) return false;
    for (std::size_t i = 0; i < 3; ++i)
      if (i != c && (std::abs(rest(i, c)) > 1e-6 * std::abs(rest(c, c)) ||
                     std::abs(sampled(i, c)) > 1e-6 * std::abs(sampled(c, c))))
        return false;
  }
  return true;
}

void mix_stretch(Mat3d& current, const Mat3d& rest, const Mat3d& sampled, double weight) {
  if (has_scale_ratio(rest, sampled)) {
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < 3; ++i) current(i, c) *= std::pow(sampled(c, c) / rest(c, c), weight);
  } else {
    for (std::size_t i = 0; i < 9; ++i) current.m[i] += weight * (sampled.m[i] - rest.m[i]);
  }
}

// Adds one layer to a node with the pose `current`.
void mix_parts(AffineParts& current, const AffineParts& rest, const AffineParts& sampled, double weight) {
  current.translation += (sampled.translation - rest.translation) * weight;
  // sampled = difference * rest, so the rest is applied first.
  const Quatd difference = sampled.rotation * conjugate(rest.rotation);
  current.rotation = normalized(pow(difference, weight) * current.rotation);
  mix_stretch(current.stretch, rest.stretch, sampled.stretch, weight);
}

struct LayerAtTime {
  std::vector<NodeChannels> channels;
  double inside_s = 0;
  double weight = 0;
};

Mat4d mix_elements(const Node& node, std::size_t index, std::span<const LayerAtTime> layers,
                   const EvaluateOptions& options, Absent absent) {
  const Mat4d rest = to_double(node.rest);
  Mat4d local = rest;
  for (const LayerAtTime& layer : layers)
    if (!layer.channels[index].empty())
      local =
          add_difference(local, sample_local(node, layer.channels[index], layer.inside_s, options, absent),
                         rest, layer.weight);
  return local;
}

Mat4d mix_additive(const Node& node, std::size_t index, std::span<const LayerAtTime> layers,
                   const EvaluateOptions& options, Absent absent) {
  const AffineParts rest = rest_parts(node);
  AffineParts current = rest;
  bool moved = false;
  for (const LayerAtTime& layer : layers) {
    const NodeChannels& channels = layer.channels[index];
    if (channels.empty()) continue;
    moved = true;
    // Split the matrix with the same signs as the rest, so that a mirrored node differs from its rest only by
    // its motion.
    const AffineParts sampled =
        channels.matrix == nullptr
            ? sample_parts(channels, layer.inside_s, absent)
            : split_like(rest, sample_local(node, channels, layer.inside_s, options, absent));
    mix_parts(current, rest, sampled, layer.weight);
  }
  return moved ? compose(current) : to_double(node.rest);
}

// In both modes, the result is the rest weights plus each layer's weight times its difference from rest.
void mix_morph_weights(const Scene& scene, const Clip& clip, const LayerAtTime& layer, Pose& pose) {
  for (const Channel& channel : clip.channels) {
    const std::uint32_t node = clip.targets[channel.target].node;
    if (channel.path != ChannelPath::weights || node == kNone) continue;
    const std::vector<float> rest = rest_morph_weights(scene, node);
    const std::vector<double> sampled = sample_weights(channel, layer.inside_s);
    pose.morph_weights.resize(scene.nodes.size());
    std::vector<double>& mixed = pose.morph_weights[node];
    if (mixed.empty()) mixed.assign(rest.begin(), rest.end());
    for (std::size_t i = 0; i < mixed.size() && i < sampled.size(); ++i)
      mixed[i] += layer.weight * (sampled[i] - double{rest[i]});
  }
}

}  // namespace

Pose evaluate_mix(const Scene& scene, std::span<const MixLayer> layers, MixMode mode,
                  const EvaluateOptions& options) {
  std::vector<LayerAtTime> at_time;
  for (const MixLayer& layer : layers) {
    const Clip& clip = scene.clips[layer.clip];
    at_time.push_back({channels_by_node(scene, clip), clip_time(clip, layer.time_s, options), layer.weight});
  }
  const auto mix_node = mode == MixMode::elements ? mix_elements : mix_additive;
  Pose pose;
  pose.local.reserve(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    pose.local.push_back(mix_node(scene.nodes[i], i, at_time, options, scene.absent));
  for (std::size_t i = 0; i < layers.size(); ++i)
    mix_morph_weights(scene, scene.clips[layers[i].clip], at_time[i], pose);
  local_to_world(scene, pose);
  return pose;
}

}  // namespace skelter
