#pragma once
// GraphEvent: what an update of an animation graph reports.

#include <cstdint>

#include "skelter/core/none.h"

namespace skelter {

enum class GraphEventKind : std::uint8_t {
  clip,        // an event of a clip
  left,        // a state left the stack
  slot_ended,  // a clip in a slot ended
  entered,     // a transition led into a state
};

struct GraphEvent {
  std::uint32_t instance = 0;
  float weight = 1;               // clip: at least its min_weight, above 0; else 1
  std::uint16_t clip = kNone16;   // clip, slot_ended: index of the character's clip
  std::uint16_t event = kNone16;  // clip: index among the clip's events
  std::uint16_t layer = 0;
  std::uint16_t state = kNone16;       // the innermost state; kNone16: layers without a machine, slots
  std::uint16_t transition = kNone16;  // entered: index of the transition
  GraphEventKind kind = GraphEventKind::clip;
  std::uint8_t reserved[5] = {};
  std::int64_t cycle = 0;  // cycle of the clip
  double at_s = 0;         // time since the beginning of the update
};

}  // namespace skelter
