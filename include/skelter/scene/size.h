#pragma once
// H: the size of a model, in file units. Error bounds, lint thresholds and overlays are relative to it,
// because `.x` has no unit. No other code measures it.

#include "skelter/scene/scene.h"

namespace skelter {

// H of the scene: the largest extent of its skinned meshes at rest; without skinned meshes, of all meshes;
// without meshes, of the joints. Never 0: 1 if everything is at one point.
double scene_size(const Scene& scene);

}  // namespace skelter
