#include "viewer/compare/internal/difference.h"

#include <algorithm>
#include <cmath>

namespace skelter {

std::optional<VertexDifference> vertex_difference(std::span<const PosedPrimitive> a,
                                                  std::span<const PosedPrimitive> b) {
  if (a.size() != b.size() || a.empty()) return std::nullopt;
  VertexDifference difference;
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::vector<Vec3d>&of_a = a[i].vertices.positions, &of_b = b[i].vertices.positions;
    if (of_a.size() != of_b.size()) return std::nullopt;
    VertexDifference::Part part{a[i].node, a[i].instance, a[i].primitive, {}};
    for (std::size_t v = 0; v < of_a.size(); ++v) {
      const double distance = length(of_a[v] - of_b[v]);
      part.distances.push_back(distance);
      difference.mean += distance;
      if (distance <= difference.largest) continue;
      difference.largest = distance;
      difference.worst = {part.node, part.instance, part.primitive, static_cast<std::uint32_t>(v)};
    }
    count += of_a.size();
    difference.parts.push_back(std::move(part));
  }
  difference.mean /= static_cast<double>(std::max<std::size_t>(count, 1));
  return difference;
}

JointPairs joint_pairs(const Scene& a, const std::vector<bool>& joints_of_a, const Scene& b) {
  JointPairs found;
  for (std::uint32_t n = 0; n < a.nodes.size(); ++n) {
    if (!joints_of_a[n]) continue;
    // Within one scene, nodes match by index, so unnamed nodes and duplicate names work.
    const bool same_scene = &a == &b;
    if (!same_scene && a.nodes[n].name.empty()) {
      found.only_in_a.push_back("#" + std::to_string(n));
      continue;
    }
    const std::uint32_t other = same_scene ? n : find_node(b, a.nodes[n].name);
    if (other == kNone)
      found.only_in_a.push_back(a.nodes[n].name);
    else
      found.pairs.emplace_back(n, other);
  }
  return found;
}

JointDifference joint_difference(const JointPairs& pairs, const Pose& pose_a, const Pose& pose_b) {
  JointDifference difference;
  for (const auto& [n, other] : pairs.pairs) {
    const double distance = length(translation_part(pose_a.world[n]) - translation_part(pose_b.world[other]));
    ++difference.compared;
    difference.mean += distance;
    if (difference.worst == kNone || distance > difference.largest) difference.worst = n;
    difference.largest = std::max(difference.largest, distance);
  }
  if (difference.compared > 0) difference.mean /= static_cast<double>(difference.compared);
  return difference;
}

SceneColors difference_colors(const VertexDifference& difference, double hot) {
  SceneColors colors;
  for (const VertexDifference::Part& part : difference.parts) {
    SceneColors::Part colored{part.node, part.instance, part.primitive, {}};
    for (const double distance : part.distances)
      colored.colors.push_back(heat_color(hot > 0 ? distance / hot : 0));
    colors.parts.push_back(std::move(colored));
  }
  return colors;
}

double round_up(double value) {
  if (!(value > 0)) return 0;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0, 10.0})
    if (power * step >= value * (1 - 1e-12)) return power * step;
  return power * 10;
}

}  // namespace skelter
