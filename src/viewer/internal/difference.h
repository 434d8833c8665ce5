#pragma once
// How far two moving figures are apart.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "viewer/internal/heat.h"
#include "viewer/internal/picking.h"

namespace skelter {

// Distances of vertices with the same number, in file units.
struct VertexDifference {
  struct Part {
    std::uint32_t node = 0, instance = 0, primitive = 0;
    std::vector<double> distances;
  };
  std::vector<Part> parts;
  double largest = 0, mean = 0;
  VertexPlace worst;
};

// Nothing when the two do not have the same parts with the same numbers of vertices.
std::optional<VertexDifference> vertex_difference(std::span<const PosedPrimitive> a,
                                                  std::span<const PosedPrimitive> b);

// Joints with the same name: of a, and of b.
struct JointPairs {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<std::string> only_in_a;  // joints of a that b does not have
};
JointPairs joint_pairs(const Scene& a, const std::vector<bool>& joints_of_a, const Scene& b);

// Distances of joints with the same name.
struct JointDifference {
  double largest = 0, mean = 0;
  std::uint32_t worst = kNone;  // node of a
  std::size_t compared = 0;
};
JointDifference joint_difference(const JointPairs& pairs, const Pose& pose_a, const Pose& pose_b);

// The colours of a difference: 0 cold, `hot` and above red.
SceneColors difference_colors(const VertexDifference& difference, double hot);

// The next of 1, 2, 5, 10, 20, ... (and tenths and so on) that is not below; 0 gives 0.
double round_up(double value);

}  // namespace skelter
