#pragma once
// The check of packed rotations when a pack is opened: it takes most of that time, so it has a vector kernel.

#include <cstdint>

#include "skelter/runtime/clip.h"

namespace skelter {

// Over all frames of a packed rotation part, in units of 1 / 32767^2: the least and largest squared length,
// and the least dot product of neighbouring frames.
struct RotationRange {
  std::int32_t least_square = 0, largest_square = 0, least_dot = 0;
};
RotationRange packed_rotation_range(const ClipView& clip, const ClipPart& part);

}  // namespace skelter
