#pragma once
// Hints about missing or large parts of a valid scene, for people who export characters or use old engines.

#include "skelter/core/diagnostics.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds notes about: meshes without normals or material; Z up; more than 26, 30 or 40 bones in a mesh (palette
// sizes for vertex shaders 1.1 and 2.0); more than 4 influences on a vertex; and a skeleton without a skin or
// clip. Static models need neither a skin nor a clip, so they get these notes only with `of_static_models`.
void add_hints(const Scene& scene, bool of_static_models, Diagnostics& diagnostics);

}  // namespace skelter
