#pragma once
// Hints: what is missing or large in a scene that is right in itself. Notes for people who export characters,
// and for people with old engines.

#include "skelter/core/diagnostics.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds notes: meshes without normals or material; Z up; more than 26, 30 or 40 bones in a mesh (the palettes
// of vertex shaders 1.1 and 2.0), more than 4 influences on a vertex; a skeleton without a skin or clip. A
// static model needs neither: with `of_static_models` they are noted there, too.
void add_hints(const Scene& scene, bool of_static_models, Diagnostics& diagnostics);

}  // namespace skelter
