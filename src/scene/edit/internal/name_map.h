#pragma once
// Matches the nodes of a clip from another skeleton by names that differ in a prefix, a suffix or case.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct MappedTarget {
  std::uint32_t node = kNone;         // kNone: no match, or several
  bool exact = false;                 // the names are equal
  std::vector<std::uint32_t> others;  // if there are several matches: at least two nodes
};

// One entry per target of the clip. Equal names match first, then names that differ only in case. Then come
// names that match without a prefix ending in one of ":_-.| /", or a suffix starting with one, on one side
// ("Frame1_Bone01" and "Bone01", "mixamorig:Hips" and "hips"). Affixes on both sides count only if more than
// half of the names on their side have them. The same holds for prefixes without a separator
// ("mixamorigHips"). The affix pair that matches most targets comes first. If equally good pairs lead to
// different nodes, nothing is chosen. No node is chosen twice. O(targets + nodes), times the separators in a
// name.
std::vector<MappedTarget> map_target_names(const Scene& scene, const Clip& clip);

// Like merge_clips (scene/edit.h), with targets matched as above. Matches of unequal names are a note per
// clip. A target with several matches is a warning, and stays without a node.
Result<void> merge_clips_by_alike_names(Scene& scene, const Scene& other, Diagnostics& diagnostics);

// The error that merge_clips_by_alike_names would return. Cost: that of merging.
Result<void> check_clips_fit(const Scene& scene, const Scene& other);

}  // namespace skelter
