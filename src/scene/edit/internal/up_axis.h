#pragma once
// Detects the up axis of a model. Files should use +Y up, but many were exported with +Z up.

#include "skelter/scene/scene.h"

namespace skelter {

// Returns the up axis as a unit vector. The result is +y, unless the shown meshes at rest stand on the plane
// z = 0 and not on y = 0; then it is +z or -z (`.x` files with +Z up are read as -z, since their z is
// mirrored). A model stands on a plane if one end is within a twentieth of its height from it. The model must
// also lie evenly on both sides of y = 0, and its y extent must be less than two thirds of the height.
// Without meshes, the result depends on legs, which are found by their names. They must point along z in most
// poses of the clips, and also at rest, unless their feet are near z = 0. Without a skin, and in doubt: +y.
// O(vertices), or O(nodes) for a bounded number of poses.
Vec3d guess_up(const Scene& scene);

// Returns the rotation that turns the axis `up` to +Y. For +z, (x, y, z) becomes (x, z, -y); for -z, (-x, -z,
// -y); for +x, (-y, x, z). For other axes it is the identity. A model with -z up gets an extra half turn, so
// that a model that faced -y faces +z.
Mat4d y_up_from(const Vec3d& up);

// Applies y_up_from(up) with synthetic nodes "Y_up" above the roots of the default scene: one for all roots,
// or one per root if the file has several scenes. Keys and the rest matrices of other nodes stay unchanged.
void turn_upright(Scene& scene, const Vec3d& up);

}  // namespace skelter
