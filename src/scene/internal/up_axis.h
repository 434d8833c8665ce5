#pragma once
// Which way is up in a model. Files should say +Y; many were exported with +Z up all the same.

#include "skelter/scene/scene.h"

namespace skelter {

// Unit: +y, or, where the shown meshes at rest stand on the plane z = 0 and not on y = 0, +z or -z (`.x`
// files with +Z up come in as -z, since their z is mirrored). To stand: one end within a twentieth of the
// height from 0; and along y the model must lie evenly on both sides of 0 and be less than two thirds as
// large. Without a skin, where there may be no ground to stand on, and in doubt: +y. O(vertices).
Vec3d guess_up(const Scene& scene);

}  // namespace skelter
