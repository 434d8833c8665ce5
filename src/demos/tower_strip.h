#pragma once
// The tower's strip: where it is in the scene, and the triangles that are drawn of it.

#include <vector>

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

struct TowerStrip {
  std::uint32_t node = 0, instance = 0;
  const Primitive* primitive = nullptr;
  const Skin* skin = nullptr;
};

// The first skinned mesh with at most four bones. Errors: bad_data when there is none.
Result<TowerStrip> find_strip(const Scene& scene);

// The primitive's triangles, cut where a vertex of another lies inside one of their edges: each stair is
// narrower than the one below, and along such edges rounding lets specks of the background through.
std::vector<std::uint32_t> joined_triangles(const Primitive& primitive);

}  // namespace skelter::demos
