#pragma once
// Finds and sets morph targets by name across all meshes of a scene, because a face often consists of several
// meshes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/scene.h"

namespace skelter {

struct NamedMorph {
  struct Place {
    std::uint32_t node = 0, target = 0;
  };
  std::string name;  // if missing in the file: node name and index, "Head #2"
  std::vector<Place> places;
};

// Lists the morph targets by node and target index, without duplicate names. O(nodes + targets).
std::vector<NamedMorph> named_morphs(const Scene& scene);

// Returns the index in `morphs` of the target denoted by `text`: an exact name, "#N" or "N". Errors:
// invalid_argument, listing the names.
Result<std::uint32_t> choose_morph(const std::vector<NamedMorph>& morphs, std::string_view text);

// Returns the morph weights of a node in a pose; empty if the node has no targets.
std::vector<double> posed_morph_weights(const Scene& scene, const Pose& pose, std::uint32_t node);

// Sets the morph target's weight in a pose, for all meshes that have it. Other targets are unchanged.
void set_morph(const Scene& scene, const NamedMorph& morph, double weight, Pose& pose);
double morph_weight(const Scene& scene, const NamedMorph& morph, const Pose& pose);  // for its first mesh

}  // namespace skelter
