#pragma once
// Morph targets by their names, over all meshes of a scene: faces are often cut into several.

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
  std::string name;  // without one in the file: that of its node and its number there, "Head #2"
  std::vector<Place> places;
};

// In the order of nodes and targets, each name once. O(nodes + targets).
std::vector<NamedMorph> named_morphs(const Scene& scene);

// The place in that list of the morph target that `text` names, exactly, else of "#N" or "N". Errors:
// invalid_argument, listing the names.
Result<std::uint32_t> choose_morph(const std::vector<NamedMorph>& morphs, std::string_view text);

// The weights of the morph targets of a node in a pose; empty if it has none.
std::vector<double> posed_morph_weights(const Scene& scene, const Pose& pose, std::uint32_t node);

// Its weight in a pose, at all its places; other targets keep theirs.
void set_morph(const Scene& scene, const NamedMorph& morph, double weight, Pose& pose);
double morph_weight(const Scene& scene, const NamedMorph& morph, const Pose& pose);  // at its first place

}  // namespace skelter
