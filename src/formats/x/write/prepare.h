#pragma once
// Prepares scenes of richer formats for `.x`: data that `.x` can express is converted, and the rest is
// dropped and reported.

#include "skelter/scene/scene.h"

namespace skelter::x {

// Whether prepared() would change the scene.
bool needs_preparing(const Scene& scene);

// Makes cubic keys linear, and adds keys for the missing parts of animated nodes. Converts physical materials
// and linear colours to those of Direct3D 9. Merges the primitives of a mesh into one with a list of
// materials. Drops morph targets, cameras, lights, hidden meshes, extensions and extras, with a warning for
// each kind. Nodes, materials and textures keep their order.
Scene prepared(const Scene& scene, Diagnostics& losses);

}  // namespace skelter::x
