#pragma once
// Players use a limited number of influences per vertex and drop the rest.

#include <cstdint>

#include "skelter/core/diagnostics.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds the warning play.influences for each skinned mesh with vertices that have more than `most` influences
// and lose at least 0.05 % of their weight. The warning states the largest weight that one vertex loses, and
// the number of these vertices. O(influences).
void warn_of_lost_weight(const Scene& scene, std::uint32_t most, Diagnostics& diagnostics);

}  // namespace skelter
