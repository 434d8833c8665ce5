#pragma once
// SlotPlay: a clip to play in a slot of an animation graph, and its fades.

#include <cstdint>

#include "skelter/core/none.h"

namespace skelter {

struct SlotPlay {
  std::uint32_t clip = kNone;
  double fade_in_s = -1, fade_out_s = -1;  // negative: the default of the slot
};

}  // namespace skelter
