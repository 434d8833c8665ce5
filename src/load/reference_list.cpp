#include "load/internal/reference_list.h"

#include <algorithm>
#include <vector>

#include "scene/edit/internal/subtrees.h"
#include "scene/evaluate/internal/sample_node.h"
#include "skelter/math/transform.h"
#include "skelter/scene/edit.h"

namespace skelter {
namespace {

struct SampledLine {
  PoseListEntry line;
  bool additive = false;
  Pose pose, first;  // the clip's pose at the entry's time and, for additive entries, at 0
  bool is_stage() const { return line.clip == kPoseListStage; }
};

std::vector<SampledLine> sampled_lines(const Scene& scene, std::span<const PoseListEntry> lines,
                                       EvaluateOptions source) {
  const auto count = static_cast<std::uint32_t>(scene.clips.size());
  std::vector<SampledLine> sampled;
  for (const PoseListEntry& line : lines) {
    SampledLine& one = sampled.emplace_back();
    one.line = line;
    if (one.is_stage()) continue;
    one.additive = line.clip >= count;
    const std::uint32_t clip = line.clip % count;
    source.loop = line.loop == Loop::loop ? Loop::loop : Loop::once;
    one.pose = evaluate(scene, clip, double{line.time_s}, source);
    source.loop = Loop::once;
    if (one.additive) one.first = evaluate(scene, clip, 0, source);
  }
  return sampled;
}

// Weight of each entry at a node, after the stages that cover the entry.
std::vector<double> weights_at(std::span<const PoseListEntry> lines,
                               std::span<const std::uint32_t> mask_nodes, const Scene& scene,
                               const Subtrees& subtrees, std::uint32_t node) {
  std::vector<double> weights;
  for (const PoseListEntry& line : lines) {
    const bool covered = line.mask == kNone16 || subtrees.is_below(node, mask_nodes[line.mask]);
    weights.push_back(covered ? double{line.weight} : 0);
  }
  apply_stages(
      lines, [&](const PoseListEntry& line) { return line.clip >= scene.clips.size(); }, weights);
  return weights;
}

Quatd scale_quat(const Quatd& q, double factor) {
  return {q.x * factor, q.y * factor, q.z * factor, q.w * factor};
}
Quatd summed(const Quatd& a, const Quatd& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

// Weighted sum of parts. Divided by `weight`, it is their mean.
struct PartsSum {
  AffineParts sum{{}, {0, 0, 0, 0}, Mat3d{{0, 0, 0, 0, 0, 0, 0, 0, 0}}};
  double weight = 0;

  void add(const AffineParts& parts, double by) {
    sum.translation += parts.translation * by;
    for (std::size_t i = 0; i < 9; ++i) sum.stretch.m[i] += by * parts.stretch.m[i];
    const double sign = dot(sum.rotation, parts.rotation) < 0 ? -1 : 1;
    sum.rotation = summed(sum.rotation, scale_quat(parts.rotation, sign * by));
    weight += by;
  }
  AffineParts mean() const {
    AffineParts parts = sum;
    parts.translation = sum.translation * (1 / weight);
    for (double& m : parts.stretch.m) m /= weight;
    parts.rotation = normalized(sum.rotation);
    return parts;
  }
};

// Adds the difference with a factor a = `by`: translation += a dt; rotation = rotation nlerp(1, dr, a); scale
// *= 1 + a (ds - 1). If one of the stretches shears, adds the difference of the stretches instead of scaling.
void add_difference(AffineParts& parts, const AffineParts& sampled, const AffineParts& first, double by) {
  parts.translation += (sampled.translation - first.translation) * by;
  Quatd turn = conjugate(first.rotation) * sampled.rotation;
  if (turn.w < 0) turn = scale_quat(turn, -1);
  parts.rotation =
      normalized(parts.rotation * normalized(summed(scale_quat(Quatd{}, 1 - by), scale_quat(turn, by))));
  const auto to = to_transform(sampled), from = to_transform(first);
  if (to && from) {
    const double ratios[3] = {from->scale.x != 0 ? to->scale.x / from->scale.x : 1,
                              from->scale.y != 0 ? to->scale.y / from->scale.y : 1,
                              from->scale.z != 0 ? to->scale.z / from->scale.z : 1};
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < 3; ++i) parts.stretch(i, c) *= 1 + by * (ratios[c] - 1);
  } else {
    for (std::size_t i = 0; i < 9; ++i)
      parts.stretch.m[i] += by * (sampled.stretch.m[i] - first.stretch.m[i]);
  }
}

Mat4d mixed_node(const Node& node, std::uint32_t index, const std::vector<SampledLine>& lines,
                 const std::vector<double>& weights) {
  const Mat4d at_rest = to_double(node.rest);
  const bool moves = std::any_of(lines.begin(), lines.end(), [&](const SampledLine& line) {
    return !line.is_stage() && line.pose.local[index] != at_rest;
  });
  if (!moves) return at_rest;
  const AffineParts rest = rest_parts(node);
  PartsSum sum;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!lines[i].is_stage() && !lines[i].additive && weights[i] > 0)
      sum.add(split_like(rest, lines[i].pose.local[index]), weights[i]);
  if (sum.weight < 1) sum.add(rest, 1 - sum.weight);
  AffineParts mixed = sum.mean();
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!lines[i].is_stage() && lines[i].additive && weights[i] != 0)
      add_difference(mixed, split_like(rest, lines[i].pose.local[index]),
                     split_like(rest, lines[i].first.local[index]), weights[i]);
  return compose(mixed);
}

// Morph weights of a node: the mean of the entries that animate its targets, plus the additive differences.
std::vector<double> mixed_morphs(const std::vector<float>& rest, std::uint32_t node,
                                 const std::vector<SampledLine>& lines, const std::vector<double>& weights) {
  std::vector<double> sum(rest.size()), added(rest.size());
  double weight = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<std::vector<double>>& sampled = lines[i].pose.morph_weights;
    if (lines[i].is_stage() || node >= sampled.size() || sampled[node].empty()) continue;
    if (!lines[i].additive) weight += weights[i];
    for (std::size_t k = 0; k < rest.size() && k < sampled[node].size(); ++k)
      if (lines[i].additive)
        added[k] += weights[i] * (sampled[node][k] - lines[i].first.morph_weights[node][k]);
      else
        sum[k] += weights[i] * sampled[node][k];
  }
  for (std::size_t k = 0; k < rest.size(); ++k)
    sum[k] = (weight > 0 ? sum[k] / weight : double{rest[k]}) + added[k];
  return sum;
}

}  // namespace

Pose evaluate_list(const Scene& scene, std::span<const PoseListEntry> lines,
                   std::span<const std::uint32_t> mask_nodes, const EvaluateOptions& source) {
  Pose pose = rest_pose(scene);
  if (lines.empty() || scene.nodes.empty()) return pose;
  const std::vector<SampledLine> sampled = sampled_lines(scene, lines, source);
  const Subtrees subtrees(scene);
  const std::vector<double> of_first = weights_at(lines, mask_nodes, scene, subtrees, 0);
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    pose.local[node] =
        mixed_node(scene.nodes[node], node, sampled, weights_at(lines, mask_nodes, scene, subtrees, node));
    const std::vector<float> rest = rest_morph_weights(scene, node);
    if (rest.empty()) continue;
    pose.morph_weights.resize(scene.nodes.size());
    pose.morph_weights[node] = mixed_morphs(rest, node, sampled, of_first);
  }
  local_to_world(scene, pose);
  return pose;
}

}  // namespace skelter
