#pragma once
// Morph targets by name across all meshes of a scene, because faces often consist of several.

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

// In the order of nodes and targets, without duplicate names. O(nodes + targets).
std::vector<NamedMorph> named_morphs(const Scene& scene);

// The index in that list of the morph target named by `text`: an exact name, else "#N" or "N". Errors:
// invalid_argument, listing the names.
Result<std::uint32_t> choose_morph(const std::vector<NamedMorph>& morphs, std::string_view text);

// The weights of the morph targets of a node in a pose; empty if it has none.
std::vector<double> posed_morph_weights(const Scene& scene, const Pose& pose, std::uint32_t node);

// Sets its weight in a pose, for all meshes that have it; other targets are unchanged.
void set_morph(const Scene& scene, const NamedMorph& morph, double weight, Pose& pose);
double morph_weight(const Scene& scene, const NamedMorph& morph, const Pose& pose);  // for its first mesh

}  // namespace skelter
