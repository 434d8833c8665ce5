#pragma once
// H: how large a model is, in file units. Error bounds, lint thresholds and overlays are relative to it,
// since `.x` has no unit. No other code measures it.

#include "skelter/scene/scene.h"

namespace skelter {

// H of the scene: the largest extent of its skinned meshes at rest; without skinned meshes, of all meshes;
// without meshes, of the joints. Never 0: 1 if everything is in one point.
double scene_size(const Scene& scene);

}  // namespace skelter
