#pragma once
// comes_round: which clips can be played in a loop.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter::demos {

// Whether the last pose of a clip is the first one again.
bool comes_round(const Scene& scene, std::uint32_t clip);

}  // namespace skelter::demos
