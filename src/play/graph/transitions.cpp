// Chooses the transitions to take now and changes the stacks of machines: rules "order" to "older states".
#include <algorithm>
#include <limits>

#include "play/graph/list.h"
#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

constexpr std::uint32_t kMaxChained = 4;  // rule "chained transitions"
constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

// A transition with a true condition, and its source instance.
struct Choice {
  std::uint16_t transition = kNone16;
  std::uint8_t instance = 0;
};

// The newest instance with a state, or kMaxStackEntries.
std::uint8_t instance_of(const Machine& machine, std::uint16_t state) {
  for (std::uint32_t k = machine.count; k-- > 0;)
    if (machine.instances[machine.entries[k].instance].state == state) return machine.entries[k].instance;
  return kMaxStackEntries;
}

// --- choosing a transition ---------------------------------------------------------------------------------

// Chooses among the transitions of the running fade's source state, while that state is on the stack.
Choice find_of_source(const Step& step, std::uint16_t index, const GraphTransition& running, bool again) {
  const GraphRecords& graph = step.at.graph;
  const Machine& machine = step.at.block.machines[index];
  std::uint32_t k = machine.count - 1u;
  while (k > 0 && machine.instances[machine.entries[k - 1].instance].state != running.from) --k;
  if (k == 0) return {};
  const std::uint8_t older = machine.entries[k - 1].instance;
  for (std::uint16_t i = graph.nodes[running.from].first_transition; i < machine.top().transition; ++i)
    if (holds(step, graph.transitions[i], index, older, again)) return {i, older};
  return {};
}

// Implements rules "order" and "interruption".
Choice find_transition(const Step& step, std::uint16_t index, bool again) {
  const GraphRecords& graph = step.at.graph;
  const GraphMachine& record = graph.machines[index];
  const Machine& machine = step.at.block.machines[index];
  const std::uint8_t instance = machine.top().instance;
  const GraphNode& node = graph.nodes[machine.newest().state];
  const GraphTransition* const running = machine.count > 1 ? &fade_of(graph, machine.top()) : nullptr;
  const bool held = running != nullptr && running->interrupt == GraphInterrupt::none;

  for (std::uint32_t i = 0; i < record.any_count; ++i) {
    const GraphTransition& any = graph.transitions[record.first_any + i];
    if ((held && any.force == 0) || (any.to == machine.newest().state && any.self == 0)) continue;
    if (holds(step, any, index, instance, again))
      return {static_cast<std::uint16_t>(record.first_any + i), instance};
  }
  if (held) return {};
  for (std::uint32_t i = 0; i < node.transition_count; ++i)
    if (holds(step, graph.transitions[node.first_transition + i], index, instance, again))
      return {static_cast<std::uint16_t>(node.first_transition + i), instance};
  if (running == nullptr || running->interrupt != GraphInterrupt::both || running->from == kNone16) return {};
  return find_of_source(step, index, *running, again);
}

// --- start position of the target --------------------------------------------------------------------------

struct Synced {
  double weight = 0;
  std::uint16_t group = kNone16, leaf = kNone16;
};

// Finds the motion with a group that has the largest weight in an instance.
void find_synced(const Step& step, std::uint16_t index, double weight, Synced& best) {
  const GraphRecords& graph = step.at.graph;
  const GraphMotion& motion = graph.motions[index];
  if (is_simple(motion)) {
    if (motion.group != kNone16 && motion.phase_leaf != kNone16 && weight > best.weight)
      best = {weight, motion.group, motion.phase_leaf};
  } else if (motion.kind == GraphMotionKind::machine) {
    const Machine& machine = step.at.block.machines[motion.first];
    StackWeights weights;
    weigh_stack(graph, machine, 0, weights);
    for (std::uint32_t k = 0; k < machine.count; ++k)
      find_synced(step, graph.nodes[machine.instances[machine.entries[k].instance].state].motion,
                  weight * weights.full[k], best);
  } else {
    for (const GraphLayer& layer : graph.layers.subspan(motion.first, motion.count))
      if (layer.motion != kNone16)
        find_synced(step, layer.motion, weight * step.at.layer_weight(layer), best);
  }
}

double phase_of(const Step& step, std::uint16_t index, const StateInstance& instance) {
  const GraphRecords& graph = step.at.graph;
  const Block& block = step.at.block;
  const GraphMotion& motion = graph.motions[index];
  if (motion.kind == GraphMotionKind::machine) {
    const Machine& machine = block.machines[motion.first];
    return machine.count == 0 ? 0
                              : phase_of(step, graph.nodes[machine.newest().state].motion, machine.newest());
  }
  if (motion.kind == GraphMotionKind::layers) {
    const GraphLayer& layer = graph.layers[motion.first];
    const StateInstance none;
    if (layer.motion == kNone16) return 0;
    return phase_of(step, layer.motion, layer.instance == kNone16 ? none : block.instances[layer.instance]);
  }
  if (motion.group == kNone16) return motion.loops != 0 ? fraction(instance.position) : instance.position;
  if (motion.phase_leaf == kNone16 || block.groups[motion.group] < 0) return 0;
  const Markers markers = markers_of(step.at, motion.phase_leaf);
  return fraction(markers.play_time_s(block.groups[motion.group]) / markers.duration_s);
}

// The position that is as far past the same marker as the source's synced motion with the largest weight.
double position_by_marker(const Step& step, const Synced& synced, std::uint16_t leaf) {
  const double position = step.at.block.groups[synced.group];
  const Markers from = markers_of(step.at, synced.leaf), to = markers_of(step.at, leaf);
  if (position < 0) return 0;
  const std::uint32_t name = from.of[from.interval(floor_of(position))].name;
  for (std::uint32_t i = 0; i < to.count; ++i) {
    if (to.of[i].name != name) continue;
    return fraction((to.begin_s(i) + fraction(position) * to.length_s(i)) / to.duration_s);
  }
  return 0;
}

// The position of a new instance (rule "entering"). `source`: the source instance of the transition.
double entering_position(const Step& step, const GraphTransition& transition, const StateInstance& source) {
  const GraphRecords& graph = step.at.graph;
  const GraphMotion& motion = graph.motions[graph.nodes[transition.to].motion];
  if (!is_simple(motion) || motion.group != kNone16) return 0;
  const std::uint16_t source_motion = graph.nodes[source.state].motion;
  switch (transition.enter) {
    case GraphEnter::phase:
      return transition.enter_phase;
    case GraphEnter::same_phase:
      return phase_of(step, source_motion, source);
    case GraphEnter::marker: {
      Synced synced;
      find_synced(step, source_motion, 1, synced);
      if (synced.leaf == kNone16 || motion.phase_leaf == kNone16) return 0;
      return position_by_marker(step, synced, motion.phase_leaf);
    }
    default:
      return 0;
  }
}

// Marks a motion that starts as one that did not move in the previous sub-step.
void forget_way(Step& step, std::uint16_t index) {
  const GraphRecords& graph = step.at.graph;
  const GraphMotion& motion = graph.motions[index];
  if (motion.kind == GraphMotionKind::layers) {
    for (const GraphLayer& layer : graph.layers.subspan(motion.first, motion.count))
      if (layer.motion != kNone16) forget_way(step, layer.motion);
  } else if (motion.kind == GraphMotionKind::machine) {
    std::fill_n(step.scratch.before[motion.first], kMaxStackEntries, kNowhere);
    const Machine& machine = step.at.block.machines[motion.first];
    for (std::uint32_t k = 0; k < machine.count; ++k)
      forget_way(step, graph.nodes[machine.instances[machine.entries[k].instance].state].motion);
  }
}

// --- taking a transition -----------------------------------------------------------------------------------

void use_triggers(Step& step, const GraphTransition& transition) {
  const GraphRecords& graph = step.at.graph;
  if (graph.triggers == 0) return;
  for (const GraphOp& op : graph.ops.subspan(transition.first_op, transition.op_count)) {
    if (op.code != GraphOpCode::truth || graph.parameters[op.a].type != GraphParameterType::trigger) continue;
    float& target = step.at.block.parameters[op.a].target;
    if (target != kUnset) target = kUsed, step.changes.used_triggers = true;
  }
}

// Rules "inertialization" and "four fades": keeps the list before the switch. Of several switches, the list
// of the first and the times of the last are kept.
void keep_switch(Step& step, const GraphTransition& transition) {
  Wanted& wanted = step.wanted;
  const bool inertial = transition.kind == FadeKind::inertialize;
  const std::uint16_t profile = inertial ? transition.profile : kNone16;
  if (wanted.watcher != nullptr) {
    PendingSwitch& pending = step.pending_switch;
    if (!pending.is_pending) {
      wanted.watcher->before(step.clock.now_s);
      pending = {};
      pending.is_pending = true;
    }
    if (inertial) pending.fade_s = transition.fade_s;
    if (profile != kNone16) pending.profile = step.at.graph.profile_mask(profile);
  }
  if (wanted.switched == nullptr) return;
  GraphSwitch& made = *wanted.switched;
  if (made.entry_count == 0)
    made.entry_count = static_cast<std::uint8_t>(ListMaker(step.at, true, wanted.left).make());
  made.since_s = step.clock.now_s;  // becomes a duration at the end of the update
  made.fade_s = inertial ? transition.fade_s : play_state::kPushedOut_s;
  made.profile = profile;
}

// Implements rule "four fades".
void drop_weakest(Step& step, std::uint16_t index, std::uint8_t stays) {
  const Machine& machine = step.at.block.machines[index];
  StackWeights weights;
  weigh_stack(step.at.graph, machine, 0, weights);
  drop_entries(step, index, play_state::weakest(weights, machine.count), 1, stays);
  count(step.at.block.header->stack_overflow);
}

// Keeps only the entry of `instance`, or none for a new instance. Returns the instance.
std::uint8_t replace_stack(Step& step, std::uint16_t index, std::uint8_t instance) {
  Machine& machine = step.at.block.machines[index];
  if (instance == kMaxStackEntries) {
    drop_entries(step, index, 0, machine.count);
    machine.count = 1;
    return 0;
  }
  std::uint32_t k = machine.count - 1u;
  while (machine.entries[k].instance != instance) --k;
  drop_entries(step, index, 0, k);
  drop_entries(step, index, 1, machine.count - 1u);
  return instance;
}

// Implements rule "entering".
void take(Step& step, std::uint16_t index, std::uint16_t transition_index) {
  const GraphRecords& graph = step.at.graph;
  const GraphTransition& transition = graph.transitions[transition_index];
  Machine& machine = step.at.block.machines[index];
  use_triggers(step, transition);
  step.at.block.header->dirty |= kConditions | kMembers;
  step.changes.conditions_unchanged = false;
  step.changes.members_changed = true;

  const std::uint8_t source =
      transition.from == kNone16 ? machine.top().instance : instance_of(machine, transition.from);
  const double position = entering_position(step, transition, machine.instances[source]);
  const bool fades = transition.fade_s > 0, full = fades && machine.count == kMaxStackEntries;
  if (full || (fades && transition.kind == FadeKind::inertialize)) keep_switch(step, transition);
  // This uses the current stack, although the entry may be replaced below.
  const bool was_on_stack = is_on_stack(machine, transition.to);
  std::uint8_t instance = transition.restart == 0 ? instance_of(machine, transition.to) : kMaxStackEntries;
  const bool is_new = instance == kMaxStackEntries;
  if (full) drop_weakest(step, index, instance);
  const GraphMachine& record = graph.machines[index];
  const bool whole = record.layer == 0 && record.parent_state == kNone16;
  if (!fades && whole && step.wanted.watcher != nullptr) step.wanted.watcher->cut();
  if (fades) {
    if (is_new) instance = free_instance(machine);
    Entry& entry = machine.entries[machine.count++];
    entry = {};
    entry.instance = instance;
    entry.transition = transition_index;
  } else {
    instance = replace_stack(step, index, instance);
  }
  if (is_new) {
    machine.instances[instance] = {};
    machine.instances[instance].state = transition.to;
    machine.instances[instance].position = position;
    step.scratch.before[index][instance] = kNowhere;
  }
  if (!was_on_stack) {
    enter_motion(graph, step.at.block, graph.nodes[transition.to].motion);
    forget_way(step, graph.nodes[transition.to].motion);
  }
  step.list.is_current = false;
  report_state(step, GraphEventKind::entered, transition.to, transition_index);
}

// --- machines ----------------------------------------------------------------------------------------------

void choose_of_machine(Step& step, std::uint16_t index) {
  const GraphRecords& graph = step.at.graph;
  const Machine& machine = step.at.block.machines[index];
  if (machine.count == 0) return;
  // Nothing to do if only time has passed. During a fade, transitions of an older state may be allowed.
  if (step.changes.conditions_unchanged && machine.count == 1 &&
      graph.nodes[machine.newest().state].timed == 0)
    return;
  if (!is_in(step, graph.machines[index].parent_state)) return;
  for (std::uint32_t i = 0; i < kMaxChained; ++i) {
    const Choice choice = find_transition(step, index, i != 0);
    if (choice.transition == kNone16) break;
    if (step.wanted.taken != nullptr)
      step.wanted.taken->push_back(condition_of(step, choice.transition, index, choice.instance, i != 0));
    take(step, index, choice.transition);
    if (graph.transitions[choice.transition].fade_s > 0) break;
  }
}

}  // namespace

// Used triggers are cleared after all machines (rule "triggers").
void choose_transitions(Step& step) {
  const GraphRecords& graph = step.at.graph;
  step.changes.used_triggers = false;
  for (std::uint16_t i = 0; i < graph.machines.size(); ++i) choose_of_machine(step, i);
  if (!step.changes.used_triggers) return;
  for (std::size_t i = 0; i < graph.parameters.size(); ++i)
    if (graph.parameters[i].type == GraphParameterType::trigger &&
        step.at.block.parameters[i].target == kUsed)
      step.at.block.parameters[i] = {};
}

bool is_in(const Step& step, std::uint16_t state) {
  const GraphRecords& graph = step.at.graph;
  for (; state != kNone16; state = graph.machines[graph.nodes[state].machine].parent_state) {
    const Machine& machine = step.at.block.machines[graph.nodes[state].machine];
    if (machine.count == 0 || machine.newest().state != state) return false;
  }
  return true;
}

void drop_entries(Step& step, std::uint16_t index, std::uint32_t first, std::uint32_t count,
                  std::uint8_t stays) {
  if (count == 0) return;
  step.list.is_current = false;
  Machine& machine = step.at.block.machines[index];
  step.at.block.header->dirty |= kConditions | kMembers;
  std::uint8_t gone[kMaxStackEntries];
  for (std::uint32_t i = 0; i < count; ++i) gone[i] = machine.entries[first + i].instance;
  machine.count = play_state::erase_entries(machine.entries, machine.count, first, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (gone[i] == stays || play_state::has_entry(machine.entries, machine.count, gone[i])) continue;
    if (std::find(gone, gone + i, gone[i]) != gone + i) continue;
    report_state(step, GraphEventKind::left, machine.instances[gone[i]].state);
    machine.instances[gone[i]] = {};
  }
}

}  // namespace skelter::graph_state
