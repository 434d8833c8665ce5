#pragma once
// Detects the up axis of a model. Files should use +Y up, but many were exported with +Z up.

#include "skelter/scene/scene.h"

namespace skelter {

// The up axis as a unit vector: +y, unless the shown meshes at rest stand on the plane z = 0 and not on y =
// 0. Then +z or -z (`.x` files with +Z up are read as -z, since their z is mirrored). Standing means that one
// end is within a twentieth of the height from 0. The model must also lie evenly on both sides of y = 0, and
// its y extent must be less than two thirds of the height. Without meshes, legs found by their names decide.
// They must point along z in most poses of the clips, and also at rest, unless their feet are near z = 0.
// Without a skin, and in doubt: +y. O(vertices), or O(nodes) for a bounded number of poses.
Vec3d guess_up(const Scene& scene);

// The rotation that turns the axis `up` to +Y. For +z, (x, y, z) becomes (x, z, -y); for -z, (-x, -z, -y);
// for +x, (-y, x, z); else the identity. A model that faced -y then faces +z, which is why -z includes a half
// turn.
Mat4d y_up_from(const Vec3d& up);

// Applies that rotation with synthetic nodes "Y_up" above the roots of the default scene: one for all roots,
// or one per root if the file has several scenes. Keys and the rest matrices of other nodes stay unchanged.
void turn_upright(Scene& scene, const Vec3d& up);

}  // namespace skelter
