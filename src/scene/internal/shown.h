#pragma once
// The primitives that a scene draws.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter {

// Calls `each(node, instance, primitive)` for every primitive of a shown node.
template <class Each>
void for_each_shown(const Scene& scene, const Each& each) {
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::uint32_t i = 0; scene.nodes[n].shown && i < scene.nodes[n].meshes.size(); ++i)
      for (std::uint32_t p = 0; p < scene.meshes[scene.nodes[n].meshes[i].mesh].primitives.size(); ++p)
        each(n, i, p);
}

}  // namespace skelter
