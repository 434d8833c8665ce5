#pragma once
// Checks of the whole animation. They detect exporters that meant something other than what D3DX reads.

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Detects keys that look like frame numbers. Reports a note with the duration at 30 frames per second, or
// with the duration of a switch for clips that look like one. If the options request it, retimes the clips
// accordingly and reports a warning instead.
void read_frame_numbers(SceneBuilder& b);

// Reports animated frames that have no keys for a part (such as scale) for which D3DX and Skelter use
// different defaults.
void note_absent_parts(SceneBuilder& b);

// Reports a note if most rotation keys that match their frame's rest rotation suggest that the option
// rotations_as_stored is set wrongly.
void note_rotation_reading(SceneBuilder& b);

}  // namespace skelter::x
