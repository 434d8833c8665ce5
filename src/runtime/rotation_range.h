#pragma once
// The check of packed rotations when a pack is opened: it takes most of that time, so it has a vector kernel.

#include "skelter/runtime/clip.h"

namespace skelter {

// Over all frames of a packed rotation part: the least and largest squared length, and the least dot product
// of neighbouring frames. Precondition: everything that the part names is inside the clip.
struct RotationRange {
  float least_square = 0, largest_square = 0, least_dot = 0;
};
RotationRange packed_rotation_range(const ClipView& clip, const ClipPart& part);

}  // namespace skelter
