#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The skin mesh demo: any character, skinned by five methods. Errors: invalid_argument for an unknown clip;
// bad_data for a scene without meshes.
Result<Demo> make_skinmesh_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
