#pragma once
// Turns models that lie on their side upright for display.

#include "skelter/math/bounds.h"
#include "skelter/scene/evaluate.h"
#include "viewer/state/internal/viewer_state.h"

namespace skelter {

// Rotation that makes `up` +Y; the former -y direction becomes +z (y_up_from).
Mat4d upright_turn(UpAxis up);
Bounds upright(const Bounds& bounds, UpAxis up);
Pose upright(Pose pose, UpAxis up);

}  // namespace skelter
