#pragma once
// Figures that lie on their side are turned upright, as a whole, when they are shown.

#include "skelter/math/bounds.h"
#include "skelter/scene/evaluate.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

// About the x axis, so that `up` becomes +Y. Figures whose up is -z (`.x` files with +Z up, which face -y
// there) then look away from the camera at the start, so they are turned by half a turn about y, too.
Mat4d upright_turn(UpAxis up);
Bounds upright(const Bounds& bounds, UpAxis up);
Pose upright(Pose pose, UpAxis up);

}  // namespace skelter
