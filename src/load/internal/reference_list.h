#pragma once
// evaluate_list: the reference evaluator's pose for a list of weighted clips.

#include <algorithm>
#include <cstdint>
#include <span>

#include "skelter/runtime/pose_list.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Applies the stages of a list to its weights at one joint, in list order. On input, `weights[i]` is the
// weight of entry i with its mask. `is_additive(line)`: whether an entry that is not a stage adds its clip.
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

// Follows the rules of runtime/pose_list.h and BlendJob in double precision, node by node, using the scene's
// keys. The rest pose fills in missing weight. Index c in an entry is the scene's clip c, and clip count + c
// the differences of clip c from its first pose. Mask m covers node mask_nodes[m] and everything below it.
// Morph weights use the entry weights at the first node. Preconditions: the clips and masks exist; stages
// cover earlier entries.
Pose evaluate_list(const Scene& scene, std::span<const PoseListEntry> lines,
                   std::span<const std::uint32_t> mask_nodes, const EvaluateOptions& source = {});

}  // namespace skelter
