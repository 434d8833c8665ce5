#pragma once
// evaluate_list: the pose of a list of weighted clips by the reference evaluator.

#include <cstdint>
#include <span>

#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Follows the rules of runtime/pose_list.h and BlendJob in double precision, node by node, from the keys of
// the scene. The rest pose fills in missing weight. Clip c of an entry is that of the scene, clip count + c
// its differences from its first pose. Mask m covers node mask_nodes[m] and everything below it; morph
// weights follow the first node. Preconditions: the clips and masks exist; stages cover earlier entries.
Pose evaluate_list(const Scene& scene, std::span<const CrowdLayer> lines,
                   std::span<const std::uint32_t> mask_nodes, const EvaluateOptions& source = {});

}  // namespace skelter
