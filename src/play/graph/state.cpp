#include "skelter/play/graph_state.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "play/graph/block.h"

namespace skelter {

namespace graph_state {
namespace {

void begin_machine(const GraphRecords& graph, Block& block, std::uint16_t index) {
  const GraphMachine& record = graph.machines[index];
  Machine& machine = block.machines[index];
  if (record.history != 0 && machine.count != 0) return;
  machine = {};
  machine.count = 1;
  machine.instances[0].state = record.entry;
  enter_motion(graph, block, graph.nodes[record.entry].motion);
}

}  // namespace

void enter_motion(const GraphRecords& graph, Block& block, std::uint16_t index) {
  const GraphMotion& motion = graph.motions[index];
  if (motion.kind == GraphMotionKind::machine) return begin_machine(graph, block, motion.first);
  if (motion.kind != GraphMotionKind::layers) return;
  for (const GraphLayer& layer : graph.layers.subspan(motion.first, motion.count)) {
    if (layer.instance != kNone16) block.instances[layer.instance] = {};
    if (layer.motion != kNone16) enter_motion(graph, block, layer.motion);
  }
}

bool is_on_stack(const Machine& machine, std::uint16_t state) {
  return std::any_of(machine.entries, machine.entries + machine.count,
                     [&](const Entry& entry) { return machine.instances[entry.instance].state == state; });
}

double slot_strength(const Slot& slot, double duration_s, double ahead_s) {
  if (slot.count == 0) return 0;
  const Play& play = slot.plays[slot.count - 1];
  const double since_s = slot.elapsed_s + ahead_s;
  if (slot.stopped != 0)
    return since_s < play.fade_out_s ? slot.from * smooth(1 - since_s / play.fade_out_s) : 0;
  double strength = 1;
  if (since_s < play.fade_in_s) strength = slot.from + (1 - slot.from) * smooth(since_s / play.fade_in_s);
  const double left_s = duration_s - (play.time_s + ahead_s);
  if (!(left_s > 0)) return 0;
  return left_s < play.fade_out_s ? strength * smooth(left_s / play.fade_out_s) : strength;
}

double slot_newest(const Slot& slot, double ahead_s) {
  const double fade_s = slot.plays[slot.count - 1].fade_in_s;
  const double since_s = slot.plays[slot.count - 1].time_s + ahead_s;
  return slot.count == 2 && since_s < fade_s ? smooth(since_s / fade_s) : 1;
}

void drop_older(Slot& slot) {
  slot.plays[0] = slot.plays[1];
  slot.clips[0] = slot.clips[1];
  slot.plays[1] = {};
  slot.clips[1] = 0;
  slot.count = 1;
}

namespace {

void report_later(Slot& slot, std::uint16_t clip) {
  if (slot.pending_count == kMaxPending)
    std::copy(slot.pending + 1, slot.pending + kMaxPending, slot.pending);
  else
    ++slot.pending_count;
  slot.pending[slot.pending_count - 1] = clip;
}

}  // namespace

void push_out_older(Slot& slot) {
  report_later(slot, slot.clips[0]);
  drop_older(slot);
}

void end_now(Slot& slot) {
  for (std::uint32_t k = 0; k < slot.count; ++k) report_later(slot, slot.clips[k]);
  Slot ended;
  ended.pending_count = slot.pending_count;
  std::copy_n(slot.pending, kMaxPending, ended.pending);
  slot = ended;
}

bool slot_falls(const Slot& slot, double duration_s) {
  const Play& play = slot.plays[slot.count - 1];
  return slot.stopped != 0 || duration_s - play.time_s <= play.fade_out_s + kSame;
}

}  // namespace graph_state

void start(const GraphView& view, std::span<std::byte> state) {
  const GraphRecords& graph = records(view);
  std::memset(state.data(), 0, state.size());
  graph_state::Block block(graph, state.data());
  *block.header = {};
  block.header->hash = graph.hash;
  for (std::size_t i = 0; i < graph.parameters.size(); ++i) {
    const float initial = graph.parameters[i].initial;
    if (graph.parameters[i].type != GraphParameterType::trigger) block.parameters[i] = {initial, initial};
    if (graph.parameters[i].smoothed != kNone16) block.smoothed[graph.parameters[i].smoothed] = initial;
  }
  std::fill_n(block.groups, graph.groups.size(), graph_state::kAsleep);
  std::fill_n(block.machines, graph.machines.size(), graph_state::Machine{});
  std::fill_n(block.slots, graph.slots.size(), graph_state::Slot{});
  std::fill_n(block.instances, graph.layer_instances, graph_state::StateInstance{});
  for (const GraphLayer& layer : graph.layers.first(graph.top_layers))
    if (layer.motion != kNone16) graph_state::enter_motion(graph, block, layer.motion);
}

namespace {

void count_bad_value(graph_state::Block& block) {
  graph_state::count(block.header->bad_values);
}

}  // namespace

void set(const GraphView& view, std::span<std::byte> state, std::uint32_t parameter, float value) {
  const GraphRecords& graph = records(view);
  graph_state::Block block(graph, state.data());
  if (parameter >= graph.parameters.size() || std::isnan(value)) return count_bad_value(block);
  const GraphParameterRecord& record = graph.parameters[parameter];
  if (record.type == GraphParameterType::trigger) return count_bad_value(block);
  if (record.type == GraphParameterType::integer) value = std::floor(value + 0.5f);
  if (record.type == GraphParameterType::boolean) value = value != 0 ? 1.0f : 0.0f;
  value = std::clamp(value, record.min, record.max);
  graph_state::Parameter& kept = block.parameters[parameter];
  kept.target = value;
  if (kept.value == value) return;
  if (record.max_rate > 0) {
    block.header->dirty |= graph_state::kMoving;
    return;
  }
  kept.value = value;
  block.header->dirty |= graph_state::dirty_bits_of(record);
}

void fire(const GraphView& view, std::span<std::byte> state, std::uint32_t parameter) {
  const GraphRecords& graph = records(view);
  graph_state::Block block(graph, state.data());
  if (parameter >= graph.parameters.size() || graph.parameters[parameter].type != GraphParameterType::trigger)
    return count_bad_value(block);
  block.parameters[parameter] = {0, graph_state::kSet};
  block.header->dirty |= graph_state::kConditions | graph_state::kFired;
}

float value(const GraphView& view, ByteSpan state, std::uint32_t parameter) {
  const GraphRecords& graph = records(view);
  const graph_state::ConstBlock block(graph, state.data());
  if (parameter >= graph.parameters.size()) return 0;
  const graph_state::Parameter& kept = block.parameters[parameter];
  return graph.parameters[parameter].type == GraphParameterType::trigger ? kept.target : kept.value;
}

Status play_slot(const GraphView& view, ArrayView<GraphClip> clips, std::span<std::byte> state,
                 std::uint32_t index, const SlotPlay& play) {
  const GraphRecords& graph = records(view);
  if (index >= graph.slots.size() || play.clip >= clips.size() || clips.size() != graph.clip_count)
    return Status::invalid_argument;
  if (!std::isfinite(play.fade_in_s) || !std::isfinite(play.fade_out_s)) return Status::invalid_argument;
  const GraphSlot& record = graph.slots[index];
  const GraphClip& clip = clips[play.clip];
  if (clip.additive != (graph.layers[record.layer].mode == GraphLayerMode::additive))
    return Status::invalid_argument;
  graph_state::Slot& slot = graph_state::Block(graph, state.data()).slots[index];
  slot.from =
      slot.count == 0
          ? 0
          : static_cast<float>(graph_state::slot_strength(slot, clips[slot.newest_clip()].duration_s, 0));
  if (slot.count == 2) graph_state::push_out_older(slot);
  graph_state::Play made;
  made.fade_in_s = play.fade_in_s < 0 ? record.fade_in_s : play.fade_in_s;
  made.fade_out_s = play.fade_out_s < 0 ? record.fade_out_s : play.fade_out_s;
  const double sum_s = made.fade_in_s + made.fade_out_s;
  if (sum_s > clip.duration_s) {
    made.fade_in_s *= clip.duration_s / sum_s;
    made.fade_out_s *= clip.duration_s / sum_s;
  }
  slot.clips[slot.count] = static_cast<std::uint16_t>(play.clip);
  slot.plays[slot.count++] = made;
  slot.elapsed_s = 0;
  slot.stopped = 0;
  if (slot.count == 2 && !(made.fade_in_s > 0)) graph_state::push_out_older(slot);
  return Status::ok;
}

Status stop_slot(const GraphView& view, ArrayView<GraphClip> clips, std::span<std::byte> state,
                 std::uint32_t index) {
  const GraphRecords& graph = records(view);
  if (index >= graph.slots.size() || clips.size() != graph.clip_count) return Status::invalid_argument;
  graph_state::Slot& slot = graph_state::Block(graph, state.data()).slots[index];
  if (slot.count == 0) return Status::ok;
  const double duration_s = clips[slot.newest_clip()].duration_s;
  if (graph_state::slot_falls(slot, duration_s)) return Status::ok;
  if (!(slot.plays[slot.count - 1].fade_out_s > 0)) {
    graph_state::end_now(slot);
    return Status::ok;
  }
  slot.from = static_cast<float>(graph_state::slot_strength(slot, duration_s, 0));
  slot.elapsed_s = 0;
  slot.stopped = 1;
  return Status::ok;
}

namespace graph_state {

// --- checks of restored bytes ------------------------------------------------------------------------------

namespace {

bool is_time(double seconds) {
  return seconds >= 0 && std::isfinite(seconds);
}

bool is_sound(const GraphParameterRecord& record, const Parameter& kept) {
  if (record.type == GraphParameterType::trigger)
    return is_time(kept.value) && (kept.target == kUnset || kept.target == kSet);
  const auto inside = [&](float value) { return value >= record.min && value <= record.max; };
  return inside(kept.value) && inside(kept.target);
}

bool is_sound(const StateInstance& instance) {
  return std::abs(instance.position) <= 0x1p53 && is_time(instance.time_s);
}

bool is_sound(const GraphRecords& graph, std::uint16_t index, const Machine& machine) {
  if (machine.count > kMaxStackEntries) return false;
  const auto is_own = [&](const GraphTransition& t) { return graph.nodes[t.to].machine == index; };
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const Entry& entry = machine.entries[k];
    if (!is_time(entry.elapsed_s) || entry.instance >= kMaxStackEntries) return false;
    if (k != 0 && entry.transition != kReloadFade &&
        (entry.transition >= graph.transitions.size() || !is_own(graph.transitions[entry.transition])))
      return false;
    const StateInstance& instance = machine.instances[entry.instance];
    if (instance.state >= graph.nodes.size() || graph.nodes[instance.state].machine != index ||
        !is_sound(instance))
      return false;
  }
  return true;
}

bool is_sound(const GraphRecords& graph, const Slot& slot) {
  if (slot.count > 2 || slot.stopped > 1 || slot.pending_count > kMaxPending) return false;
  if (!(slot.from >= 0 && slot.from <= 1) || !is_time(slot.elapsed_s)) return false;
  for (const Play& play : std::span(slot.plays, slot.count))
    if (!is_time(play.time_s) || !is_time(play.fade_in_s) || !is_time(play.fade_out_s)) return false;
  for (std::uint32_t k = 0; k < slot.count; ++k)
    if (slot.clips[k] >= graph.clip_count) return false;
  return std::all_of(slot.pending, slot.pending + slot.pending_count,
                     [&](std::uint16_t clip) { return clip < graph.clip_count; });
}

bool is_sound(const GraphRecords& graph, const ConstBlock& block) {
  for (std::size_t i = 0; i < graph.parameters.size(); ++i) {
    const GraphParameterRecord& record = graph.parameters[i];
    if (!is_sound(record, block.parameters[i])) return false;
    if (record.smoothed == kNone16) continue;
    const double smoothed = block.smoothed[record.smoothed];
    if (!(smoothed >= double{record.min} && smoothed <= double{record.max})) return false;
  }
  for (std::size_t i = 0; i < graph.groups.size(); ++i)
    if (block.groups[i] != kAsleep && !(block.groups[i] >= 0 && block.groups[i] <= 0x1p53)) return false;
  for (std::size_t i = 0; i < graph.machines.size(); ++i)
    if (!is_sound(graph, static_cast<std::uint16_t>(i), block.machines[i])) return false;
  for (std::size_t i = 0; i < graph.slots.size(); ++i)
    if (!is_sound(graph, block.slots[i])) return false;
  return std::all_of(block.instances, block.instances + graph.layer_instances,
                     [](const StateInstance& instance) { return is_sound(instance); });
}

}  // namespace
}  // namespace graph_state

Problem check_state(const GraphView& view, ByteSpan state) {
  const GraphRecords& graph = records(view);
  if (state.size() != graph.state_bytes) return {Status::invalid_argument, "the state has the wrong size"};
  if (reinterpret_cast<std::uintptr_t>(state.data()) % alignof(double) != 0)
    return {Status::invalid_argument, "the state is not aligned to 8 bytes"};
  const graph_state::ConstBlock block(graph, state.data());
  if (block.header->hash != graph.hash)
    return {Status::invalid_argument, "the state belongs to a different graph"};
  if (!graph_state::is_sound(graph, block)) return {Status::bad_data, "the state of a graph is damaged"};
  return {};
}

PlayCounters counters(const GraphView& view, ByteSpan state) {
  const GraphRecords& graph = records(view);
  const graph_state::Header& header = *graph_state::ConstBlock(graph, state.data()).header;
  return {.dropped_fades = header.stack_overflow,
          .bad_values = header.bad_values,
          .sub_step_limit = header.sub_step_limit};
}

}  // namespace skelter
