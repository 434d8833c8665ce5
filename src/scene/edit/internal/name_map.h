#pragma once
// Matches the nodes of a clip from a different skeleton, with names that may differ in a prefix, a suffix or
// case.

#include <string>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct MappedTarget {
  std::uint32_t node = kNone;         // kNone: no match, or several
  bool exact = false;                 // the names are equal
  std::vector<std::uint32_t> others;  // the candidates, at least two, if there are several matches
};

// Returns one entry per target of the clip. Equal names match first, then names that differ only in case.
// Next come names that match after removing, on one side, a prefix that ends in one of ":_-.| /" or a suffix
// that starts with one ("Frame1_Bone01" and "Bone01", "mixamorig:Hips" and "hips"). Affixes on both sides,
// and prefixes without a separator ("mixamorigHips"), are only removed if more than half of the names on
// their side have them. The affix pair that matches the most targets comes first. If equally good pairs lead
// to different nodes, no node is chosen. No node is chosen twice. O(targets + nodes), times the number of
// separators in a name.
std::vector<MappedTarget> map_target_names(const Scene& scene, const Clip& clip);

// Like merge_clips (scene/edit.h), with targets matched as above. Each clip gets one note about matches of
// unequal names. A target with several matches gives a warning and stays without a node.
Result<void> merge_clips_by_alike_names(Scene& scene, const Scene& other, Diagnostics& diagnostics);

// Returns the error that merge_clips_by_alike_names would return. Costs as much as merging.
Result<void> check_clips_fit(const Scene& scene, const Scene& other);

}  // namespace skelter
