#pragma once
// The tower of the tower tutorial: a pointed strip of 600 vertices on four bones that sway.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

Result<Scene> make_tower();

}  // namespace skelter::assets
