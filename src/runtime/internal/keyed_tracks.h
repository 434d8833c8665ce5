#pragma once
// Keyed tracks: motion of individual joints that uniform samples cannot represent. Shared by SampleJob and
// the crowd.

#include <cstdint>

#include "skelter/runtime/clip.h"

namespace skelter {

// Overrides joints of the first `block_count` blocks with the clip's keyed tracks at `time_s`. O(log keys)
// per track. Neighbouring rotations are mixed along the shorter arc, linearly, and normalised.
void apply_keyed_tracks(const ClipView& clip, float time_s, std::uint32_t block_count, SoaTransform* pose);

}  // namespace skelter
