#pragma once
// Physical materials as those of Direct3D 9, and linear colours as the screen shows them.

#include "skelter/scene/scene.h"

namespace skelter::x {

void materials_of_direct3d(Scene& scene, Diagnostics& losses);

}  // namespace skelter::x
