#pragma once
// Hints: missing or large things in a valid scene. They help people who export characters or use old engines.

#include "skelter/core/diagnostics.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds notes about meshes without normals or material; Z up; more than 26, 30 or 40 bones in a mesh (the
// palettes of vertex shaders 1.1 and 2.0); more than 4 influences on a vertex; a skeleton without a skin or
// clip. Static models need neither skin nor clip: they are noted only with `of_static_models`.
void add_hints(const Scene& scene, bool of_static_models, Diagnostics& diagnostics);

}  // namespace skelter
