#pragma once
// H: how large a model is, in file units. Error bounds and lint thresholds are relative to it, since `.x` has
// no unit.

#include "skelter/scene/scene.h"

namespace skelter {

// H of the scene: the largest extent of its skinned meshes at rest; without skinned meshes, of all meshes;
// without meshes, of the joints. Never 0: 1 if everything stands in one point.
double scene_extent(const Scene& scene);

}  // namespace skelter
