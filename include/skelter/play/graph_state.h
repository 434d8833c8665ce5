#pragma once
// What one instance of an animation graph keeps: a flat block of GraphView::state_bytes bytes without
// pointers, in the caller's memory. A copy is a save; a copy back restores. The next update takes what was
// set, fired and played.
//
//   std::vector<double> memory(graph.state_bytes / 8);
//   GraphState state = std::as_writable_bytes(std::span(memory));
//   start(graph, state);
//   set(graph, state, speed, 2.5f);    // speed: find_parameter(graph, "speed")
//   fire(graph, state, jump);
//
// Blocks start at a multiple of 8. A block that comes from elsewhere (a file, a network) is checked by
// check_state() before it is used.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/play/graph.h"

namespace skelter {

using GraphState = std::span<std::byte>;  // exactly GraphView::state_bytes

// Parameters at their defaults, machines in their entries, nothing in slots. Preconditions of this and of the
// functions below: the size, and for all but start() a block that start() made or check_state() took.
void start(const GraphView& graph, GraphState state);

// A number is clamped, a whole number rounded, a boolean is true if it is not 0. Not a number, a trigger, or
// no such parameter: ignored, and counted as a bad value.
void set(const GraphView& graph, GraphState state, std::uint32_t parameter, float value);
// Sets a trigger, until a transition uses it or its time is over. Anything else: a bad value.
void fire(const GraphView& graph, GraphState state, std::uint32_t parameter);
// What conditions read now: of smoothed parameters not what was set, but how far they are. Triggers: 1 set.
float value(const GraphView& graph, ByteSpan state, std::uint32_t parameter);

struct SlotPlay {
  std::uint32_t clip = kNone;
  double fade_in_s = -1, fade_out_s = -1;  // negative: as the slot says
};
// Plays a clip once (rule "slots"). invalid_argument: no such slot or clip, a fade that is not finite, an
// additive clip in a slot that is not, or the other way round.
Status play_slot(const GraphView& graph, std::span<const GraphClip> clips, GraphState state,
                 std::uint32_t slot, const SlotPlay& play);
// Falls over the play's fade_out_s, unless it falls already. invalid_argument: no such slot.
Status stop_slot(const GraphView& graph, std::span<const GraphClip> clips, GraphState state,
                 std::uint32_t slot);

// Whether the block is one of this graph, and everything in it in range. invalid_argument: of another graph,
// or of another size; bad_data.
Problem check_state(const GraphView& graph, ByteSpan state);

// Hot reload: the state of a graph that was made anew. Parameters keep their values by name and type, states
// their place in stacks by path, layers and slots by path, groups by name; positions and fades stay as far as
// they are. A stack whose newest state is gone fades into the entry within 0.2 s; what is new begins. Both
// graphs are for the same clips. Allocates. Errors: those of check_state for `from`; invalid_argument: `to`
// is of another size.
Problem migrate_state(const GraphView& from_graph, ByteSpan from, const GraphView& to_graph, GraphState to);

struct GraphCounters {  // since the start; they stay at their largest number
  std::uint32_t bad_values = 0;
  std::uint32_t sub_step_limit = 0;  // updates that were cut 16 times
  std::uint32_t stack_overflow = 0;  // fades that a fifth pushed out
};
GraphCounters counters(const GraphView& graph, ByteSpan state);

}  // namespace skelter
