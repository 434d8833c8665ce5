#pragma once
// Which nodes of a scene become joints, in which order, and which of them become two.

#include <cstdint>
#include <vector>

#include "skelter/compile/skeleton.h"

namespace skelter {

// One joint: a whole node, or one half of a sheared one.
struct JointPlan {
  std::uint32_t node = 0;
  std::uint16_t parent = kNone16;
  enum class Half : std::uint8_t { whole, outer, helper } half = Half::whole;
};

struct SkeletonPlan {
  std::vector<JointPlan> joints;             // in their final order
  std::vector<std::uint16_t> joint_of_node;  // per scene node, the helper of sheared ones
  std::vector<std::uint32_t> lod_joint_counts;
};

// Errors as build_skeleton has them, but for masks.
Result<SkeletonPlan> plan_joints(const Scene& scene, const SkeletonSettings& settings);

// Per node: 1 where a skin, a clip or a mesh is about it; others can only stand above those.
std::vector<std::uint8_t> figure_nodes(const Scene& scene);
// Those nodes, and all that is above one of them.
std::vector<std::uint8_t> with_ancestors(const Scene& scene, std::vector<std::uint8_t> nodes);

// Per node: 1 where the rest or a pose of a clip, at its keys or half way between them, shears.
std::vector<std::uint8_t> sheared_nodes(const Scene& scene, const EvaluateOptions& options);

}  // namespace skelter
