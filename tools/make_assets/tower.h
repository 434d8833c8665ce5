#pragma once
// The tower of the tower tutorial: a pointed strip of 600 vertices on four swaying bones.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

Result<Scene> make_tower();

// The same strip with large bends between few matrix keys, which shows how they are interpolated.
Result<Scene> make_matrix_keys();

}  // namespace skelter::assets
