#pragma once
// Adds clips from another file to a model. load_scene, load_character and the merge command share this
// implementation.

#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter {

// Adds the clips of another file. Nodes are matched by name and, with `map_names`, also by names that differ
// by prefix, suffix or case. A clip gets the name of its file if it has a default name, such as "mixamo.com"
// or "Take 001", or a name that is already in use. If the files have different units, the clips are scaled to
// the model's unit. Notes and warnings go to the scene's diagnostics. Errors: those of merge_clips
// (scene/edit.h).
Result<void> merge_other_clips(Scene& scene, const Scene& other, bool map_names);

}  // namespace skelter
