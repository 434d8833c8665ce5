#pragma once
// Which way is up in a model. Files should say +Y; many were exported with +Z up all the same.

#include "skelter/scene/scene.h"

namespace skelter {

// Unit: +y, or, where the shown meshes at rest stand on the plane z = 0 and not on y = 0, +z or -z (`.x`
// files with +Z up come in as -z, since their z is mirrored). To stand: one end within a twentieth of the
// height from 0; and along y the model must lie evenly on both sides of 0 and be less than two thirds as
// large. Without meshes, the legs of the skeleton decide, found by their names: they point along z in most
// poses of the clips, and at rest too, or their feet are near z = 0. Without a skin, and in doubt: +y.
// O(vertices), or O(nodes) for a bounded number of poses.
Vec3d guess_up(const Scene& scene);

// The turn that makes the axis `up` +Y: of +z (x, y, z) becomes (x, z, -y), of -z (-x, -z, -y), of +x
// (-y, x, z); else the identity. What faced -y faces +z then, the half turn of -z is for that.
Mat4d y_up_from(const Vec3d& up);

// Turns everything so: nodes "Y_up" (synthetic) stand above the roots of the default scene, one for all, or
// one for each root where the file has several scenes. Keys and the rest matrices of other nodes stay.
void turn_upright(Scene& scene, const Vec3d& up);

}  // namespace skelter
