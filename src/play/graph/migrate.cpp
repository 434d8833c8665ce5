// Migrates the state of a graph after its text has changed (rule "reload").
#include <algorithm>
#include <string>

#include "play/graph/motion.h"
#include "play/internal/graph_probe.h"

namespace skelter {
namespace graph_state {
namespace {

// Finds the index of a name among `count` names; kNone16 if it does not exist.
template <class Name>
std::uint16_t find_by(std::size_t count, const std::string& wanted, const Name& name) {
  for (std::size_t i = 0; i < count; ++i)
    if (name(static_cast<std::uint32_t>(i)) == wanted) return static_cast<std::uint16_t>(i);
  return kNone16;
}

// The elapsed time at which a fade has progress `a`, found by bisection, since fades never decrease.
double elapsed_at(const GraphTransition& transition, double a) {
  double low = 0, high = transition.fade_s;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (faded(transition, middle) < a ? low : high) = middle;
  }
  return high;
}

class Migration {
 public:
  Migration(const GraphRecords& from, ByteSpan old_state, const GraphRecords& to,
            std::span<std::byte> new_state)
      : from_(from), to_(to), old_(from, old_state.data()), new_(to, new_state.data()) {}

  void run() {
    new_.header->bad_values = old_.header->bad_values;
    new_.header->sub_step_limit = old_.header->sub_step_limit;
    new_.header->stack_overflow = old_.header->stack_overflow;
    for (std::uint32_t i = 0; i < to_.parameters.size(); ++i) keep_parameter(i);
    for (std::uint32_t i = 0; i < to_.groups.size(); ++i) {
      const std::uint16_t old = find_by(from_.groups.size(), std::string(to_.string(to_.groups[i].name)),
                                        [&](std::uint32_t k) { return from_.string(from_.groups[k].name); });
      if (old != kNone16) new_.groups[i] = old_.groups[old];
    }
    for (std::uint16_t i = 0; i < to_.machines.size(); ++i) keep_machine(i);
    for (std::uint32_t i = 0; i < to_.layers.size(); ++i) keep_layer(i);
    for (const GraphLayer& layer : to_.layers.first(to_.top_layers))
      if (layer.motion != kNone16) begin_what_is_new(layer.motion);
  }

 private:
  void keep_parameter(std::uint32_t index) {
    const GraphParameterRecord& record = to_.parameters[index];
    const std::uint32_t old = find_parameter(from_, to_.string(record.name));
    if (old == kNone || from_.parameters[old].type != record.type) return;
    const Parameter& kept = old_.parameters[old];
    Parameter& made = new_.parameters[index];
    if (record.type == GraphParameterType::trigger) {
      made = kept;
      return;
    }
    made.target = std::clamp(kept.target, record.min, record.max);
    made.value = record.smoothed == kNone16 ? made.target : std::clamp(kept.value, record.min, record.max);
    if (record.smoothed != kNone16) new_.smoothed[record.smoothed] = made.value;
  }

  std::uint16_t state_of(std::uint16_t old) const {
    return find_by(to_.nodes.size(), state_path(from_, old),
                   [&](std::uint32_t k) { return state_path(to_, k); });
  }

  // The new transition between the same states; of several, the one at the same position.
  std::uint16_t transition_of(std::uint16_t index) const {
    if (index == kReloadFade) return kReloadFade;
    const GraphTransition& old = from_.transitions[index];
    const auto is_like_old = [&](const GraphTransition& t) { return t.from == old.from && t.to == old.to; };
    const auto before = from_.transitions.first(index);
    auto place = std::count_if(before.begin(), before.end(), is_like_old);
    const std::uint16_t to = state_of(old.to), from = old.from == kNone16 ? kNone16 : state_of(old.from);
    if (to == kNone16 || (from == kNone16) != (old.from == kNone16)) return kReloadFade;
    for (std::uint16_t i = 0; i < to_.transitions.size(); ++i)
      if (to_.transitions[i].to == to && to_.transitions[i].from == from && place-- == 0)
        return to_.transitions[i].fade_s > 0 ? i : kReloadFade;
    return kReloadFade;
  }

  void keep_machine(std::uint16_t index) {
    const std::uint16_t old_index = find_by(from_.machines.size(), machine_path(to_, index),
                                            [&](std::uint32_t k) { return machine_path(from_, k); });
    if (old_index == kNone16) return;
    const Machine& old = old_.machines[old_index];
    if (old.count == 0) return;
    Machine made;
    std::uint16_t newest = kNone16;
    for (std::uint32_t k = 0; k < old.count; ++k) {
      const Entry& entry = old.entries[k];
      newest = state_of(old.instances[entry.instance].state);
      if (newest == kNone16) continue;
      made.instances[entry.instance] = old.instances[entry.instance];
      made.instances[entry.instance].state = newest;
      clamp(made.instances[entry.instance]);
      Entry& kept = made.entries[made.count++];
      kept.instance = entry.instance;
      if (made.count == 1) continue;
      kept.transition = transition_of(entry.transition);
      kept.elapsed_s = elapsed_at(fade_of(to_, kept), faded(fade_of(from_, entry), entry.elapsed_s));
    }
    if (newest == kNone16) enter(made, to_.machines[index].entry);
    new_.machines[index] = made;
  }

  void clamp(StateInstance& instance) const {
    const GraphMotion& motion = to_.motions[to_.nodes[instance.state].motion];
    if (is_simple(motion) && motion.loops == 0) instance.position = std::clamp(instance.position, 0.0, 1.0);
  }

  // Puts a state on the stack, fading in over the remaining entries.
  static void enter(Machine& machine, std::uint16_t state) {
    Entry entry;
    entry.instance = kMaxStackEntries;
    for (std::uint32_t k = machine.count; k-- > 0 && entry.instance == kMaxStackEntries;)
      if (machine.instances[machine.entries[k].instance].state == state)
        entry.instance = machine.entries[k].instance;
    if (entry.instance == kMaxStackEntries) {
      entry.instance = free_instance(machine);
      machine.instances[entry.instance] = {};
      machine.instances[entry.instance].state = state;
    }
    if (machine.count != 0) entry.transition = kReloadFade;
    machine.entries[machine.count++] = entry;
  }

  void keep_layer(std::uint32_t index) {
    const GraphLayer& layer = to_.layers[index];
    const std::uint16_t old_index = find_by(from_.layers.size(), layer_path(to_, index),
                                            [&](std::uint32_t k) { return layer_path(from_, k); });
    if (old_index == kNone16) return;
    const GraphLayer& old = from_.layers[old_index];
    if (layer.instance != kNone16 && old.instance != kNone16) {
      StateInstance& instance = new_.instances[layer.instance];
      instance = old_.instances[old.instance];
      if (to_.motions[layer.motion].loops == 0) instance.position = std::clamp(instance.position, 0.0, 1.0);
    }
    const bool same_kind = (layer.mode == GraphLayerMode::additive) == (old.mode == GraphLayerMode::additive);
    if (layer.slot != kNone16 && old.slot != kNone16 && same_kind && from_.clip_count == to_.clip_count)
      new_.slots[layer.slot] = old_.slots[old.slot];
  }

  // Starts machines that are new inside states that continue.
  void begin_what_is_new(std::uint16_t index) {
    const GraphMotion& motion = to_.motions[index];
    if (motion.kind == GraphMotionKind::layers) {
      for (const GraphLayer& layer : to_.layers.subspan(motion.first, motion.count))
        if (layer.motion != kNone16) begin_what_is_new(layer.motion);
    } else if (motion.kind == GraphMotionKind::machine) {
      const Machine& machine = new_.machines[motion.first];
      if (machine.count == 0) enter_motion(to_, new_, index);
      for (std::uint32_t k = 0; k < machine.count; ++k)
        begin_what_is_new(to_.nodes[machine.instances[machine.entries[k].instance].state].motion);
    }
  }

  const GraphRecords& from_;
  const GraphRecords& to_;
  ConstBlock old_;
  Block new_;
};

}  // namespace
}  // namespace graph_state

Problem migrate_state(const GraphView& from_graph, ByteSpan from, const GraphView& to_graph,
                      std::span<std::byte> to) {
  if (Problem problem = check_state(from_graph, from); !problem.ok()) return problem;
  if (to.size() != to_graph.state_bytes) return {Status::invalid_argument, "the state has the wrong size"};
  start(to_graph, to);
  graph_state::Migration(records(from_graph), from, records(to_graph), to).run();
  return {};
}

}  // namespace skelter
