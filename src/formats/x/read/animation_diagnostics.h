#pragma once
// What only the whole animation shows: exporters that mean something other than D3DX reads.

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Keys that look like frame numbers: a note that says how long they would last at 30 per second, or as the
// two states of a switch; where the options ask for it, they play so, with a warning.
void read_frame_numbers(SceneBuilder& b);

// An animated frame lacks a kind of keys, and D3DX and we differ on what replaces them.
void note_absent_parts(SceneBuilder& b);

// Rotation keys that equal their frame's rest rotation show whether the exporter conjugated them, as D3DX
// does.
void note_rotation_reading(SceneBuilder& b);

}  // namespace skelter::x
