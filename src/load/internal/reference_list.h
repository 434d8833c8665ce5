#pragma once
// evaluate_list: the pose of a list of weighted clips by the reference evaluator.

#include <algorithm>
#include <cstdint>
#include <span>

#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Scales weights by the stages of their list, in the order of the list: `weights` are those of lines and of
// stages with their masks at one joint. `is_additive(line)`: whether a line that is no stage adds its clip.
template <class IsAdditive>
void apply_stages(std::span<const PoseListEntry> lines, const IsAdditive& is_additive,
                  std::span<double> weights) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].clip != kPoseListStage) continue;
    const double share = std::min(1.0, weights[i]);
    double above = 0;
    for (std::size_t k = lines[i].split; k < i; ++k)
      if (lines[k].clip != kPoseListStage && !is_additive(lines[k])) above += weights[k];
    const bool is_part = lines[i].partial != 0 && above < lines[i].whole_weight();
    const double taken = is_part ? share * above / lines[i].whole_weight() : share;
    for (std::size_t k = lines[i].begin; k < i; ++k) weights[k] *= k < lines[i].split ? 1 - taken : share;
  }
}

// Follows the rules of runtime/pose_list.h and BlendJob in double precision, node by node, from the keys of
// the scene. The rest pose fills in missing weight. Clip c of an entry is that of the scene, clip count + c
// its differences from its first pose. Mask m covers node mask_nodes[m] and everything below it; morph
// weights follow the first node. Preconditions: the clips and masks exist; stages cover earlier entries.
Pose evaluate_list(const Scene& scene, std::span<const PoseListEntry> lines,
                   std::span<const std::uint32_t> mask_nodes, const EvaluateOptions& source = {});

}  // namespace skelter
