#pragma once
// Checks the guarantees that every reader gives for a Scene. Runs in the tests after every load.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Returns success, or the first violation with its object. Checks: indices in range, array sizes, no NaN or
// infinity, a tree without cycles and with synthetic nodes last, unit normals (or zero) and rotations,
// weights above 0 that sum to 1 within 1e-4, largest first, strictly increasing key times, clip durations,
// distinct targets. O(size of the scene).
Result<void> validate(const Scene& scene);

}  // namespace skelter
