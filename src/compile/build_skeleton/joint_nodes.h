#pragma once
// Selects the nodes of a scene that become joints, their order, and the nodes that are split into two joints.

#include <cstdint>
#include <vector>

#include "compile/build_skeleton/internal/skeleton.h"

namespace skelter {

// One joint: an entire node, or one half of a sheared node.
struct JointPlan {
  std::uint32_t node = 0;
  std::uint16_t parent = kNone16;
  enum class Half : std::uint8_t { whole, outer, helper } half = Half::whole;
};

struct SkeletonPlan {
  std::vector<JointPlan> joints;             // in their final order
  std::vector<std::uint16_t> joint_of_node;  // per scene node; for sheared nodes, the helper
  std::vector<std::uint32_t> lod_joint_counts;
};

// Errors: the errors of build_skeleton, except those about masks.
Result<SkeletonPlan> plan_joints(const Scene& scene, const SkeletonSettings& settings);

// Per node: 1 if a skin, a clip or a mesh uses it. Other nodes serve only as ancestors.
std::vector<std::uint8_t> model_nodes(const Scene& scene);
// Adds all ancestors of the given nodes.
std::vector<std::uint8_t> with_ancestors(const Scene& scene, std::vector<std::uint8_t> nodes);

// Per node: 1 if it shears in the rest pose, or in a clip at its keys or halfway between them.
std::vector<std::uint8_t> sheared_nodes(const Scene& scene, const EvaluateOptions& options);

}  // namespace skelter
