#pragma once
#include "skeleton.h"
#include "skelter/scene/scene.h"

namespace skelter::assets {

// Adds a watch on the left wrist: a mesh without weights, attached to the bone of the forearm.
void add_watch(Scene& scene, const Skeleton& skeleton);

}  // namespace skelter::assets
