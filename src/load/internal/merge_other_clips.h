#pragma once
// Adds clips of another file to a model: the shared implementation of load_scene, load_character and the
// merge command.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds the clips of another file by node name, with `map_names` also by names that differ by prefix, suffix
// or case. Clips with a default name, such as "mixamo.com" or "Take 001", and clips with a name in use get
// the name of their file. Between files with different units, the clips are scaled to the model's unit. Notes
// and warnings go to the scene's diagnostics. Errors: those of merge_clips (scene/edit.h).
Result<void> merge_other_clips(Scene& scene, const Scene& other, bool map_names);

}  // namespace skelter
