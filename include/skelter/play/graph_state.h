#pragma once
// The state of one instance of an animation graph: a flat block of GraphView::state_bytes bytes
// without pointers, in the caller's memory. A copy is a save; a copy back restores. The next update uses the
// values that were set, the triggers that were fired and the clips that were played.
//
//   std::vector<double> memory(graph.state_bytes / 8);
//   std::span<std::byte> state = std::as_writable_bytes(std::span(memory));
//   start(graph, state);
//   set(graph, state, speed, 2.5f);    // speed: find_parameter(graph, "speed")
//   fire(graph, state, jump);
//
// Blocks start at a multiple of 8. Check a block from elsewhere (a file, a network) with check_state() before
// use.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/array_view.h"
#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/play/graph.h"
#include "skelter/play/play_counters.h"
#include "skelter/play/slot_play.h"

namespace skelter {

struct GraphClip;  // internal: the clip data that a running graph needs; see CharacterData::graph_clips

// Sets parameters to their defaults, machines to their entries, and empties slots. Preconditions of this
// function and those below: the block has the graph's size and, except for start(), was made by start() or
// accepted by check_state().
void start(const GraphView& graph, std::span<std::byte> state);

// Sets a parameter. A number is clamped, an integer is also rounded; a boolean is true if the value is not 0.
// A value that is not a number, a trigger, or an unknown parameter is ignored and counted as a bad value.
void set(const GraphView& graph, std::span<std::byte> state, std::uint32_t parameter, float value);
// Sets a trigger until a transition uses it or it times out. Any other parameter counts as a bad value.
void fire(const GraphView& graph, std::span<std::byte> state, std::uint32_t parameter);
// The current value, as conditions see it: the smoothed value, not the target. Triggers: 1 if set, else 0.
float value(const GraphView& graph, ByteSpan state, std::uint32_t parameter);

// Plays a clip once (rule "slots"). Errors: invalid_argument for an unknown slot or clip, a fade that is not
// finite, and a clip that is additive while the slot is not, or the reverse.
Status play_slot(const GraphView& graph, ArrayView<GraphClip> clips, std::span<std::byte> state,
                 std::uint32_t slot, const SlotPlay& play);
// Fades the slot out over fade_out_s of its SlotPlay, unless it is already fading out. Errors:
// invalid_argument.
Status stop_slot(const GraphView& graph, ArrayView<GraphClip> clips, std::span<std::byte> state,
                 std::uint32_t slot);

// Checks that the block belongs to this graph and that everything in it is in range. Errors: invalid_argument
// for another graph or a wrong size; bad_data.
Problem check_state(const GraphView& graph, ByteSpan state);

// Hot reload: makes the state of a graph that was compiled again. Parameters keep their values by name and
// type, states their position in stacks by path, layers and slots by path, groups by name; positions and
// fades keep their progress. If the newest state of a stack no longer exists, the stack fades into the entry
// within 0.2 s. New parts are initialised as by start(). Precondition: both graphs are for the same clips.
// Allocates. Errors: those of check_state for `from`; invalid_argument if the size of `to` is wrong.
Problem migrate_state(const GraphView& from_graph, ByteSpan from, const GraphView& to_graph,
                      std::span<std::byte> to);

// Since the start.
PlayCounters counters(const GraphView& graph, ByteSpan state);

}  // namespace skelter
