#pragma once
// The tower of the tower tutorial: a pointed strip of 600 vertices on four bones that sway.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

Result<Scene> make_tower();

// The same strip, which bends far between few matrix keys, so that one sees how they are mixed.
Result<Scene> make_matrix_keys();

}  // namespace skelter::assets
