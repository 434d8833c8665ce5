#pragma once
// Heat map colours for weights and errors.

#include <span>
#include <vector>

#include "skelter/render/renderer.h"
#include "skelter/scene/scene.h"

namespace skelter {

// An sRGB colour: from cold blue-grey at 0 through blue, green and yellow to red at 1.
Vec3 heat_color(double value);

// Colours of a whole scene, in the form that DrawOptions accepts.
struct SceneColors {
  struct Part {
    std::uint32_t node = 0, instance = 0, primitive = 0;
    std::vector<Vec3> colors;
  };
  std::vector<Part> parts;
  std::vector<MeshColors> view() const;  // points into parts
};

// Colours each vertex by the sum of its weights for a node. A vertex of an unskinned mesh has weight 1 or 0.
// With `whole_subtree`, weights for the nodes below also count.
SceneColors weight_colors(const Scene& scene, std::uint32_t node, bool whole_subtree = false);

bool is_at_or_below(const Scene& scene, std::uint32_t node, std::uint32_t ancestor);

}  // namespace skelter
