#pragma once
// wraps_around: finds clips that can loop.

#include <cstdint>

#include "skelter/scene/scene.h"

namespace skelter::demos {

// True if the last pose of a clip equals its first.
bool wraps_around(const Scene& scene, std::uint32_t clip);

}  // namespace skelter::demos
