#pragma once
// Prepares scenes of richer formats for `.x`: data with an equivalent there is converted, the rest is dropped
// and reported.

#include "skelter/scene/scene.h"

namespace skelter::x {

// Whether prepared() would change the scene.
bool needs_preparing(const Scene& scene);

// Makes cubic keys linear, and gives animated nodes keys for all their parts. Converts physical materials and
// linear colours to those of Direct3D 9. Merges primitives of a mesh into one with a list of materials. Morph
// targets, cameras, lights, hidden meshes, extensions and extras are dropped, each kind with a warning.
// Nodes, materials and textures keep their order.
Scene prepared(const Scene& scene, Diagnostics& losses);

}  // namespace skelter::x
