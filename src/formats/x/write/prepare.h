#pragma once
// Scenes of formats that say more than `.x`, made fit for it: what has another form there takes it, what has
// none is dropped and reported.

#include "skelter/scene/scene.h"

namespace skelter::x {

// Whether anything of `prepared` would change the scene.
bool needs_preparing(const Scene& scene);

// Cubic keys become linear ones; animated nodes get keys for all their parts; physical materials and linear
// colours become those of Direct3D 9; primitives of a mesh become one with a list of materials. Morph
// targets, cameras, lights, hidden meshes, extensions and extras are dropped, each kind with a warning.
// Nodes, materials and textures keep their order.
Scene prepared(const Scene& scene, Diagnostics& losses);

}  // namespace skelter::x
