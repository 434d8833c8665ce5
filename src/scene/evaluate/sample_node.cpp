#include "scene/evaluate/internal/sample_node.h"

#include "scene/evaluate/sample_channel.h"

namespace skelter {
namespace {

Mat3d diagonal(const Vec3d& d) {
  return linear_part(scale_matrix(d));
}

}  // namespace

std::vector<NodeChannels> channels_by_node(const Scene& scene, const Clip& clip) {
  std::vector<NodeChannels> by_node(scene.nodes.size());
  for (const Channel& channel : clip.channels) {
    const std::uint32_t node = clip.targets[channel.target].node;
    if (node == kNone) continue;
    switch (channel.path) {
      case ChannelPath::translation:
        by_node[node].translation = &channel;
        break;
      case ChannelPath::rotation:
        by_node[node].rotation = &channel;
        break;
      case ChannelPath::scale:
        by_node[node].scale = &channel;
        break;
      case ChannelPath::matrix:
        by_node[node].matrix = &channel;
        break;
      case ChannelPath::weights:
        break;
    }
  }
  for (std::size_t node = 0; node < by_node.size(); ++node)
    if (by_node[node].has_parts()) by_node[node].rest = rest_parts(scene.nodes[node]);
  return by_node;
}

double clip_time(const Clip& clip, double time_s, const EvaluateOptions& options) {
  const double tick_s = clip.ticks_per_second ? 1 / *clip.ticks_per_second : 0;
  if (options.tick_is_ms && clip.ticks_per_second) time_s = time_s * 1000 / *clip.ticks_per_second;
  return wrap_time(time_s, clip.duration_s, options.loop,
                   options.extra_tick ? std::optional(tick_s) : std::nullopt);
}

AffineParts rest_parts(const Node& node) {
  if (!node.rest_trs) return split(to_double(node.rest));
  return {to_double(node.rest_trs->translation), normalized(to_double(node.rest_trs->rotation)),
          diagonal(to_double(node.rest_trs->scale))};
}

AffineParts sample_parts(const NodeChannels& channels, double clip_time_s, Absent absent) {
  AffineParts parts = absent == Absent::rest ? channels.rest : AffineParts{};
  if (channels.translation != nullptr) parts.translation = sample_vector(*channels.translation, clip_time_s);
  if (channels.rotation != nullptr) parts.rotation = sample_rotation(*channels.rotation, clip_time_s);
  if (channels.scale != nullptr) parts.stretch = diagonal(sample_vector(*channels.scale, clip_time_s));
  return parts;
}

Mat4d sample_local(const Node& node, const NodeChannels& channels, double clip_time_s,
                   const EvaluateOptions& options, Absent absent) {
  if (channels.empty()) return to_double(node.rest);
  if (channels.matrix == nullptr) return compose(sample_parts(channels, clip_time_s, absent));
  const Mat4d matrix = sample_matrix(*channels.matrix, clip_time_s, options.matrix_keys);
  if (options.matrix_keys != MatrixKeys::product || !channels.has_parts()) return matrix;
  // The matrix key already contains the rest transform, so a missing part is the identity instead of the rest
  // value.
  return matrix * compose(sample_parts(channels, clip_time_s, Absent::identity));
}

}  // namespace skelter
