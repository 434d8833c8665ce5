#pragma once
// Checks packed rotations when a pack is opened. This takes most of the opening time, so a vector kernel does
// it.

#include "runtime/internal/format/clip_records.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// Range over all frames of a packed rotation part: the smallest and largest squared length, and the smallest
// dot product of neighbouring frames. Precondition: all references of the part are inside the clip.
struct RotationRange {
  float least_square = 0, largest_square = 0, least_dot = 0;
};
RotationRange packed_rotation_range(const ClipView& clip, const ClipPart& part);

}  // namespace skelter
