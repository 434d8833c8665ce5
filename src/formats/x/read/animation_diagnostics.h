#pragma once
// What only the whole animation shows: exporters that mean something other than D3DX reads.

#include "formats/x/read/scene_builder.h"

namespace skelter::x {

// Many exporters write frame numbers as times, and no rate: the longest clip is then a fraction of a second.
void note_frame_numbers(SceneBuilder& b);

// An animated frame lacks a kind of keys, and D3DX and we differ on what replaces them.
void note_absent_parts(SceneBuilder& b);

// Rotation keys that equal their frame's rest rotation show whether the exporter conjugated them, as D3DX
// does.
void note_rotation_reading(SceneBuilder& b);

}  // namespace skelter::x
