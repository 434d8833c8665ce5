#pragma once
// GraphProbe: reads a state block of a graph for debug views, tools and tests. It changes nothing, so a
// recorded block can be shown like the running graph.

#include <cstdint>
#include <span>
#include <vector>

#include "play/internal/format/graph_records.h"
#include "skelter/core/bytes.h"
#include "skelter/play/graph_state.h"
#include "skelter/runtime/pose_list.h"

namespace skelter {

// The layer and the state that produced an entry of the pose list.
struct GraphLine {
  std::uint16_t layer = kNone16;      // the innermost layer
  std::uint16_t top_layer = kNone16;  // the outermost layer
  std::uint16_t state = kNone16;      // the innermost; kNone16: layers without a machine, slots, masks
  double weight = 0;  // within the top layer: w / S of rule "layers"; additive: w * the layer's weight
  double time_s = 0;  // clip time of the entry, not rounded to a float
  // An earlier entry with the same clip of the same state instance, or kNone16. An instance that is on a
  // stack twice has two list entries if one of the fades has a profile.
  std::uint16_t same_as = kNone16;
};

// An entry of a machine's stack.
struct GraphEntry {
  std::uint16_t state = kNone16;
  // The transition that is fading in; kNone16: the lowest entry. kReloadFade: a fade that migrate_state()
  // started.
  std::uint16_t transition = kNone16;
  double a = 1;         // progress of its fade (rule "fade weights")
  double weight = 1;    // weight within the machine
  double time_s = 0;    // time in the state
  double position = 0;  // position of a motion without a group (rule "own position")
};

inline constexpr std::uint16_t kReloadFade = 0xFFFE;

// A part of a condition: a comparison, or a word such as `done` that is true or false.
struct GraphConditionPart {
  std::uint32_t op = 0;  // index into GraphRecords::ops
  bool holds = false;
  double left = 0, right = 0;  // operands of a comparison; 0 for a word
};

// The result of evaluating the condition of a transition.
struct GraphCondition {
  std::uint16_t transition = kNone16;
  std::uint16_t from = kNone16;  // the source state, also for a transition of `any`
  bool holds = false;
  double at_s = 0;                        // GraphProbe::taken(): time since the beginning of the update
  std::vector<GraphConditionPart> parts;  // in the order of the condition
};

struct GraphProbe {
  const GraphRecords* graph = nullptr;
  std::span<const GraphClip> clips;
  ByteSpan state;  // a block that start() made or check_state() accepted

  // Writes the pose list, as GraphUpdateJob does, with the source of each entry. `lines` and `out`:
  // graph->max_entries; `strengths`: a of rule "layers" for as many layers as fit, starting with the top
  // ones; NaN for a layer in an inactive state. Returns the number of entries.
  std::uint32_t list(std::span<PoseListEntry> lines, std::span<GraphLine> out,
                     std::span<double> strengths = {}) const;
  // Writes the entries of the stack, old to new. Returns their number; 0: the machine has not started.
  std::uint32_t stack(std::uint32_t machine, std::span<GraphEntry, kMaxStackEntries> out) const;
  // Whether the state that contains the machine is on a stack; true at the top.
  bool is_active(std::uint32_t machine) const;
  // The position of a sync group; negative: the group sleeps.
  double position(std::uint32_t group) const;
  // The value of `left` in conditions: seconds until the end of the motion of an entry, with the entry's
  // index as in stack(). Infinite for a motion without an end.
  double left_s(std::uint32_t machine, std::uint32_t entry) const;
  // The condition of a transition as the next update evaluates it before it advances, so that `passed` and
  // `event` do not hold. `entry`: the index of the source entry, as in stack(). Allocates.
  GraphCondition condition(std::uint32_t transition, std::uint32_t entry) const;
  // The transitions that an update by dt_s from this block takes, in order, each with its condition as
  // evaluated at that time. Runs the update on a copy of the block. Allocates.
  std::vector<GraphCondition> taken(double dt_s) const;
};

}  // namespace skelter
