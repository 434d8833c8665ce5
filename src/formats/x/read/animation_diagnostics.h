#pragma once
// Checks of the whole animation: finds exporters that meant something other than what D3DX reads.

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Detects keys that look like frame numbers. A note states the duration at 30 frames per second, or as the
// length of a switch. If the options request it, the clips are retimed accordingly, with a warning.
void read_frame_numbers(SceneBuilder& b);

// An animated frame lacks keys for a part, and D3DX and Skelter use different defaults for it.
void note_absent_parts(SceneBuilder& b);

// Rotation keys that equal their frame's rest rotation show whether the exporter conjugated them as D3DX
// does.
void note_rotation_reading(SceneBuilder& b);

}  // namespace skelter::x
