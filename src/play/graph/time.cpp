// Advances positions, times, slots, sync groups, fades and parameters by a sub-step. Rules "own position",
// "fade weights" and "slots".
#include <algorithm>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

// Calls what(record, kept) for parameters with max_rate.
template <class What>
void for_smoothed(const GraphInstance& at, const What& what) {
  std::uint32_t left = at.graph.smoothed;
  for (std::size_t i = 0; left != 0; ++i)
    if (at.graph.parameters[i].smoothed != kNone16)
      what(at.graph.parameters[i], at.block.parameters[i]), --left;
}

// --- state instances ---------------------------------------------------------------------------------------

// Inactive machines and the layers inside them do not advance.
void advance_times(Step& step) {
  const GraphRecords& graph = step.at.graph;
  const Block& block = step.at.block;
  for (std::size_t i = 0; i < graph.machines.size(); ++i) {
    Machine& machine = block.machines[i];
    if (machine.count == 0 || !is_active(graph, block, graph.machines[i].parent_state)) continue;
    std::uint32_t seen = 0;  // a bit for each instance
    for (std::uint32_t k = 0; k < machine.count; ++k) {
      const std::uint8_t index = machine.entries[k].instance;
      if ((seen >> index & 1) != 0) continue;
      seen |= 1u << index;
      StateInstance& instance = machine.instances[index];
      step.scratch.before[i][index] = instance.position;
      instance.time_s += step.clock.h_s;
    }
  }
  for (const GraphLayer& layer : graph.layers)
    if (layer.instance != kNone16 && is_active(graph, block, layer.parent_state))
      block.instances[layer.instance].time_s += step.clock.h_s;
}

// Stores the positions that compute_weights() has computed.
void advance_positions(Step& step) {
  for (const Source& source : std::span(step.scratch.sources, step.walk.source_count))
    if (source.instance != nullptr) source.instance->position = source.to;
}

// --- slots -------------------------------------------------------------------------------------------------

void advance_slot(Step& step, std::uint16_t index) {
  Slot& slot = step.at.block.slots[index];
  for (std::uint32_t k = 0; k < slot.count; ++k)
    slot.plays[k].time_s =
        std::min(slot.plays[k].time_s + step.clock.h_s, step.at.clips[slot.clips[k]].duration_s);
  slot.elapsed_s += step.clock.h_s;
  const Play& play = slot.plays[slot.count - 1];
  const bool over = slot.stopped != 0 ? slot.elapsed_s >= play.fade_out_s - kSame
                                      : play.time_s >= step.at.clips[slot.newest_clip()].duration_s - kSame;
  if (over) {
    for (std::uint32_t k = 0; k < slot.count; ++k)
      report_slot_ended(step, index, slot.clips[k], step.clock.now_s);
    slot = {};
    step.list.is_current = false;
  } else if (slot.count == 2 && play.time_s >= play.fade_in_s - kSame) {
    report_slot_ended(step, index, slot.clips[0], step.clock.now_s);
    drop_older(slot);
    step.list.is_current = false;
  }
}

}  // namespace

void advance_time(Step& step) {
  const GraphRecords& graph = step.at.graph;
  const Block& block = step.at.block;
  advance_times(step);
  advance_positions(step);
  for (std::uint16_t i = 0; i < graph.slots.size(); ++i)
    if (block.slots[i].count != 0 && is_active(graph, block, graph.layers[graph.slots[i].layer].parent_state))
      advance_slot(step, i);
  // Inner machines come first, while the states that contain them are still on the stack.
  for (std::size_t i = graph.machines.size(); i-- > 0;)
    if (block.machines[i].count > 1 && is_active(graph, block, graph.machines[i].parent_state))
      advance_fades(step, static_cast<std::uint16_t>(i));
  move_groups(step);
  if (step.changes.moves) advance_parameters(step);
}

// Removes the entries below a complete fade.
void advance_fades(Step& step, std::uint16_t index) {
  Machine& machine = step.at.block.machines[index];
  const auto fade_s = [&](const Entry& entry) { return fade_of(step.at.graph, entry).fade_s; };
  drop_entries(step, index, 0,
               play_state::advance_entries(machine.entries, machine.count, step.clock.h_s, fade_s));
}

// --- parameters --------------------------------------------------------------------------------------------

void find_moving_parameters(Step& step) {
  bool& moves = step.changes.moves;
  for_smoothed(step.at, [&](const GraphParameterRecord&, Parameter& kept) {
    moves = moves || kept.value != kept.target;
  });
  if (!moves) step.at.block.header->dirty &= static_cast<std::uint16_t>(~kMoving);
}

// Implements rule "parameter values".
void advance_parameters(Step& step) {
  GraphInstance& at = step.at;
  bool& moves = step.changes.moves;
  at.ahead_s = step.clock.h_s;
  moves = false;
  for_smoothed(at, [&](const GraphParameterRecord& record, Parameter& kept) {
    if (kept.value == kept.target) return;
    const double value = at.smoothed(record, kept);
    at.block.header->dirty |= dirty_bits_of(record);
    at.block.smoothed[record.smoothed] = value;
    kept.value = static_cast<float>(value);
    moves = moves || kept.value != kept.target;
  });
  at.ahead_s = 0;
}

// Implements rule "triggers": the time of a trigger is counted only at the end of updates.
void age_triggers(Step& step, double dt_s) {
  const GraphRecords& graph = step.at.graph;
  std::uint16_t& dirty = step.at.block.header->dirty;
  dirty &= static_cast<std::uint16_t>(~kFired);
  for (std::size_t i = 0; i < graph.parameters.size(); ++i) {
    Parameter& kept = step.at.block.parameters[i];
    if (graph.parameters[i].type != GraphParameterType::trigger || kept.target == kUnset) continue;
    kept.value = static_cast<float>(kept.value + dt_s);
    constexpr double kRounding = 1e-6;  // rounding of float sums
    if (kept.value < graph.parameters[i].buffer_s - kRounding) {
      dirty |= kFired;
      continue;
    }
    kept = {};
    dirty |= kConditions;
  }
}

}  // namespace skelter::graph_state
