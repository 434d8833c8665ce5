#pragma once
// Digest of the engine's results for a file, as text that is identical on every machine.

#include <string>

#include "skelter/scene/scene.h"

namespace skelter::web {

// Returns a hash of the bits of all joint matrices, palettes and morph weights, for the first clips at the
// times of digest(), each played separately, and for an equal blend of the first two clips. If the engine
// cannot play the scene, returns the reason.
std::string engine_digest(const Scene& scene);

}  // namespace skelter::web
