#pragma once
// What the engine computes of a file, as a text that is the same on every machine.

#include <string>

#include "skelter/scene/scene.h"

namespace skelter::web {

// A hash of the bits of all joint matrices, palettes and morph weights: of the first clips at the moments of
// digest(), each played alone, and half of the first over half of the second. Or why the engine plays none.
std::string engine_digest(const Scene& scene);

}  // namespace skelter::web
