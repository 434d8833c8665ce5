#pragma once
// Finds the primitives that a scene draws.

#include <cstdint>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// Whether a primitive has triangles, lines or points. Exporters also write meshes with none of these, for
// example for the custom shapes of Blender's bones.
inline bool draws_something(const Primitive& primitive) {
  return !primitive.indices.empty() || !primitive.lines.empty() || !primitive.points.empty();
}

// Calls `each(node, instance, primitive)` for every primitive of a shown node that draws something. If no
// primitive draws anything, calls it for all of them.
template <class Each>
void for_each_shown(const Scene& scene, const Each& each) {
  bool any_drawn = false;
  const auto visit = [&](const auto& of_one) {
    for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
      for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i) {
        const std::vector<Primitive>& primitives = scene.meshes[scene.nodes[n].meshes[i].mesh].primitives;
        for (std::uint32_t p = 0; p < primitives.size(); ++p) of_one(n, i, p, draws_something(primitives[p]));
      }
  };
  visit([&](std::uint32_t, std::uint32_t, std::uint32_t, bool drawn) { any_drawn = any_drawn || drawn; });
  visit([&](std::uint32_t n, std::uint32_t i, std::uint32_t p, bool drawn) {
    if (drawn || !any_drawn) each(n, i, p);
  });
}

}  // namespace skelter
