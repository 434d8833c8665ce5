#pragma once
// The tower's strip: its position in the scene, and its triangles for drawing.

#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

struct TowerStrip {
  std::uint32_t node = 0, instance = 0;
  const Primitive* primitive = nullptr;
};

// Finds the first skinned mesh with at most four bones. Errors: bad_data if there is none.
Result<TowerStrip> find_strip(const Scene& scene);

// The primitive's triangles, split wherever a vertex of a different triangle lies inside an edge. Each step
// of the strip is narrower than the one below; at the resulting T-junctions, rounding would show specks of
// the background.
std::vector<std::uint32_t> joined_triangles(const Primitive& primitive);

}  // namespace skelter::demos
