#pragma once
// Clips of another file on a model: the one function behind load_scene, load_character and the
// command that merges files.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds the clips of another file by node name, with `map_names` also by names that differ by prefix, suffix
// or case. Clips called "mixamo.com" are named after their file. Between two FBX files with different units,
// the clips are scaled to that of the model. Notes and warnings go to the scene's diagnostics. Errors: those
// of merge_clips (scene/edit.h).
Result<void> merge_other_clips(Scene& scene, const Scene& other, bool map_names);

}  // namespace skelter
