#pragma once
// Players keep a number of influences for each vertex. What a vertex has beyond them is lost.

#include <cstdint>

#include "skelter/core/diagnostics.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds the warning play.influences for each skinned mesh with a vertex of more than `most` influences. It
// names the largest weight that one vertex loses, and how many vertices lose some. O(influences).
void warn_of_lost_weight(const Scene& scene, std::uint32_t most, Diagnostics& diagnostics);

}  // namespace skelter
