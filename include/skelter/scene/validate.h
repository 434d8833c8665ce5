#pragma once
// What every reader promises of a Scene, checked. Runs in the tests after every load.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Success, or the first broken promise with the object that breaks it: indices in range, array sizes, no NaN
// or infinity, tree without cycles and synthetic nodes last, unit normals (or zero) and rotations, weights
// above 0 that sum to 1 within 1e-4, largest first, key times strictly increasing, clip durations, distinct
// targets. O(size of the scene).
Result<void> validate(const Scene& scene);

}  // namespace skelter
