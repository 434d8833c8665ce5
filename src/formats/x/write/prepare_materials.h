#pragma once
// Converts physical materials to those of Direct3D 9, and linear colours to sRGB.

#include "skelter/scene/scene.h"

namespace skelter::x {

void materials_of_direct3d(Scene& scene, Diagnostics& losses);

}  // namespace skelter::x
