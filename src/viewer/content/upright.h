#pragma once
// Figures that lie on their side are turned upright, as a whole, when they are shown.

#include "skelter/math/bounds.h"
#include "skelter/scene/evaluate.h"
#include "viewer/internal/viewer_state.h"

namespace skelter {

// Makes `up` +Y; what faced -y then faces +z (y_up_from).
Mat4d upright_turn(UpAxis up);
Bounds upright(const Bounds& bounds, UpAxis up);
Pose upright(Pose pose, UpAxis up);

}  // namespace skelter
