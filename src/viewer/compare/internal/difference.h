#pragma once
// Distances between two animated models.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "viewer/compare/internal/heat.h"
#include "viewer/image/internal/picking.h"

namespace skelter {

// Distances between vertices with the same index, in file units.
struct VertexDifference {
  struct Part {
    std::uint32_t node = 0, instance = 0, primitive = 0;
    std::vector<double> distances;
  };
  std::vector<Part> parts;
  double largest = 0, mean = 0;
  VertexLocation worst;
};

// Returns none unless `a` and `b` have the same parts with the same vertex counts.
std::optional<VertexDifference> vertex_difference(std::span<const PosedPrimitive> a,
                                                  std::span<const PosedPrimitive> b);

// Pairs of joints with the same name: joint of a, joint of b.
struct JointPairs {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<std::string> only_in_a;  // joints of a that b lacks
};
JointPairs joint_pairs(const Scene& a, const std::vector<bool>& joints_of_a, const Scene& b);

// Distances between joints with the same name.
struct JointDifference {
  double largest = 0, mean = 0;
  std::uint32_t worst = kNone;  // node of a
  std::size_t compared = 0;
};
JointDifference joint_difference(const JointPairs& pairs, const Pose& pose_a, const Pose& pose_b);

// Colours for a difference: cold at 0, red at `hot` and above.
SceneColors difference_colors(const VertexDifference& difference, double hot);

// Rounds up to the next value of the series 1, 2, 5, 10, 20, ... (also 0.1, 0.2, ...). 0 gives 0.
double round_up(double value);

}  // namespace skelter
