#pragma once
// Which node a clip of another skeleton means: names that differ by a prefix, a suffix or case.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct MappedTarget {
  std::uint32_t node = kNone;         // kNone: nothing fits, or several do
  bool exact = false;                 // the names are equal
  std::vector<std::uint32_t> others;  // where several fit: these nodes, at least two
};

// Per target of the clip. Equal names first, then names that are equal but for case; then names that are
// equal without a prefix that ends in one of ":_-.| /", or a suffix that begins so, on one side
// ("Frame1_Bone01" and "Bone01", "mixamorig:Hips" and "hips"); of both sides only such as more than half of
// the names there have, and so for prefixes without a sign between ("mixamorigHips"). The pair of endings
// that explains most targets comes first; where pairs that explain equally many lead to different nodes,
// nothing is chosen. No node is chosen twice. O(targets + nodes), times the signs in a name.
std::vector<MappedTarget> map_target_names(const Scene& scene, const Clip& clip);

// As merge_clips (scene/edit.h), with targets matched as above. Targets that were matched by names that are
// not equal are a note per clip. A target that could be several nodes is a warning, and stays without a node.
Result<void> merge_clips_by_alike_names(Scene& scene, const Scene& other, Diagnostics& diagnostics);

// The error that merge_clips_by_alike_names would give. Cost: that of merging.
Result<void> check_clips_fit(const Scene& scene, const Scene& other);

}  // namespace skelter
