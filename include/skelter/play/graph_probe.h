#pragma once
// What is going on in an instance of a graph, for debug views, tools and tests. Reads a state block and
// changes nothing; a recording of blocks can be looked at like the present.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/play/graph.h"
#include "skelter/play/graph_state.h"
#include "skelter/runtime/pose_list.h"

namespace skelter {

// Whose a line of the list is.
struct GraphLine {
  std::uint16_t layer = kNone16;      // the innermost
  std::uint16_t top_layer = kNone16;  // the one of the character
  std::uint16_t state = kNone16;      // the innermost; kNone16: layers without a machine, slots, masks
  double weight = 0;  // within the top layer: w / S of rule "layers"; additive: w * the layer's weight
  double time_s = 0;  // of the clip, as in the line, not rounded to a float
  // The line before it that plays the same clip of the same voice, or kNone16: a voice that stands on a stack
  // twice, some fade of which has a profile, is listed twice.
  std::uint16_t same_as = kNone16;
};

// An entry of a machine's stack.
struct GraphEntry {
  std::uint16_t state = kNone16;
  // That led here and fades; kNone16: the lowest. kReloadFade: none of this graph, after migrate_state().
  std::uint16_t transition = kNone16;
  double a = 1;         // how far its fade is (rule "fade weights")
  double weight = 1;    // in the machine
  double time_s = 0;    // in the state
  double position = 0;  // of motions without a group (rule "own position")
};

inline constexpr std::uint16_t kReloadFade = 0xFFFE;

// A part of a condition: a comparison, or a word such as `done` that is true or false.
struct GraphConditionPart {
  std::uint32_t op = 0;  // index into GraphView::ops
  bool holds = false;
  double left = 0, right = 0;  // what a comparison compared; 0 for a word
};

// The result of the condition of a transition.
struct GraphCondition {
  std::uint16_t transition = kNone16;
  std::uint16_t from = kNone16;  // the state that it leads from, also for a transition of `any`
  bool holds = false;
  double at_s = 0;                        // for GraphProbe::taken(): since the beginning of the update
  std::vector<GraphConditionPart> parts;  // in the order of the condition
};

struct GraphProbe {
  const GraphView* graph = nullptr;
  std::span<const GraphClip> clips;
  ByteSpan state;  // a block that start() made or check_state() took

  // The list, as GraphUpdateJob writes it, with what each line is. `lines` and `out`: graph->max_lines;
  // `strengths`: a of rule "layers" of each layer, as many as there is room for; the first are those of the
  // top. Not a number: of a state that is not heard. Returns the number of lines.
  std::uint32_t list(std::span<CrowdLayer> lines, std::span<GraphLine> out,
                     std::span<double> strengths = {}) const;
  // Old to new; returns how many of the four there are. 0: the machine never began.
  std::uint32_t stack(std::uint32_t machine, std::span<GraphEntry, kMostStackEntries> out) const;
  // Whether the state that holds it is on a stack; true at the top.
  bool is_active(std::uint32_t machine) const;
  // Of a sync group; negative: it sleeps.
  double position(std::uint32_t group) const;
  // What conditions read as `left`: seconds until the motion of an entry, counted as in stack(), is at its
  // end. Infinite where it never is.
  double left_s(std::uint32_t machine, std::uint32_t entry) const;
  // The condition of a transition as the next update evaluates it before it advances, so that `passed` and
  // `event` do not hold. `entry`: the entry that it leads from, counted as in stack(). Allocates.
  GraphCondition condition(std::uint32_t transition, std::uint32_t entry) const;
  // The transitions that an update of dt_s takes from this block on, in the order in which it takes them,
  // each with its condition as it was evaluated then. Repeats the update on a copy of the block. Allocates.
  std::vector<GraphCondition> taken(double dt_s) const;
};

// "body/ground/inner": docs/graph.md has the words. These allocate.
std::string layer_path(const GraphView& graph, std::uint32_t layer);
std::string machine_path(const GraphView& graph, std::uint32_t machine);
std::string state_path(const GraphView& graph, std::uint32_t state);
// Of a line or an event: its state, or its layer, where that has no machine or is inside the state.
std::string line_path(const GraphView& graph, std::uint16_t layer, std::uint16_t state);

}  // namespace skelter
