// Which transitions are taken, and what a machine's stack is after them.
#include <algorithm>
#include <limits>

#include "play/graph/list.h"
#include "play/graph/run.h"

namespace skelter::graph_state {

void Run::look_at_machines() {
  used_triggers_ = false;
  for (std::uint16_t i = 0; i < g_.machines.size(); ++i) look_at_machine(i);
  if (!used_triggers_) return;
  for (std::size_t i = 0; i < g_.parameters.size(); ++i)
    if (g_.parameters[i].type == GraphParameterType::trigger && at_.block.parameters[i].target == kUsed)
      at_.block.parameters[i] = {};
}

void Run::look_at_machine(std::uint16_t index) {
  const Machine& machine = at_.block.machines[index];
  if (machine.count == 0) return;
  // Nothing has changed but time: of those of an older state it is not known (rule "interruption").
  if (quiet_ && machine.count == 1 && g_.nodes[machine.newest().state].timed == 0) return;
  if (!is_in(g_.machines[index].parent_state)) return;
  for (std::uint32_t i = 0; i < kMostChained; ++i) {
    const Choice choice = find_transition(index, i != 0);
    if (choice.transition == kNone16) break;
    if (taken_ != nullptr) taken_->push_back(evaluated(choice, index, i != 0));
    take(index, choice.transition);
    if (g_.transitions[choice.transition].fade_s > 0) break;
  }
}

Run::Choice Run::find_transition(std::uint16_t index, bool again) const {
  const GraphMachine& record = g_.machines[index];
  const Machine& machine = at_.block.machines[index];
  const std::uint8_t voice = machine.top().voice;
  const GraphNode& node = g_.nodes[machine.newest().state];
  const GraphTransition* const running = machine.count > 1 ? &fade_of(g_, machine.top()) : nullptr;
  const bool held = running != nullptr && running->interrupt == GraphInterrupt::none;

  for (std::uint32_t i = 0; i < record.any_count; ++i) {
    const GraphTransition& any = g_.transitions[record.first_any + i];
    if ((held && any.force == 0) || (any.to == machine.newest().state && any.self == 0)) continue;
    if (holds(any, index, voice, again)) return {static_cast<std::uint16_t>(record.first_any + i), voice};
  }
  if (held) return {};
  for (std::uint32_t i = 0; i < node.transition_count; ++i)
    if (holds(g_.transitions[node.first_transition + i], index, voice, again))
      return {static_cast<std::uint16_t>(node.first_transition + i), voice};
  if (running == nullptr || running->interrupt != GraphInterrupt::both || running->from == kNone16) return {};
  // Those of the state that it leads away from, while that is heard.
  std::uint32_t k = machine.count - 1u;
  while (k > 0 && machine.voices[machine.entries[k - 1].voice].state != running->from) --k;
  if (k == 0) return {};
  const std::uint8_t older = machine.entries[k - 1].voice;
  for (std::uint16_t i = g_.nodes[running->from].first_transition; i < machine.top().transition; ++i)
    if (holds(g_.transitions[i], index, older, again)) return {i, older};
  return {};
}

// --- conditions
// ----------------------------------------------------------------------------------------------

// What a comparison, or a word, pushes.
[[gnu::always_inline]] inline bool Run::part_holds(const GraphOp& op, std::uint16_t machine,
                                                   std::uint8_t voice, bool sees) const {
  const Voice& source = at_.block.machines[machine].voices[voice];
  switch (op.code) {
    case GraphOpCode::compare:
      return compares(op.comparison, compared(op, source));
    case GraphOpCode::truth:
      return at_.block.parameters[op.a].target != 0;
    case GraphOpCode::done:
      return left_s(at_, source) <= kSame;
    case GraphOpCode::passed:
      if (!sees || !has_passed(g_.constants[op.a], machine, voice)) return false;
      at_.block.header->news |= kConditions;  // at the next look it is false
      return true;
    case GraphOpCode::event:
      if (!sees || (told_ >> op.a & 1) == 0) return false;
      at_.block.header->news |= kConditions;
      return true;
    default:
      return is_in(op.a);
  }
}

bool Run::holds(const GraphTransition& transition, std::uint16_t machine, std::uint8_t voice,
                bool again) const {
  if (quiet_ && transition.timed == 0) return false;  // as it was, when it was looked at last
  const bool sees = seen_ && !again;                  // what the sub-step before did
  std::uint64_t stack = 0;
  for (const GraphOp& op : g_.ops.subspan(transition.first_op, transition.op_count)) {
    switch (op.code) {
      case GraphOpCode::negate:
        stack ^= 1;
        break;
      case GraphOpCode::both:
        stack = (stack >> 1 & ~std::uint64_t{1}) | (stack & stack >> 1 & 1);
        break;
      case GraphOpCode::either:
        stack = stack >> 1 | (stack & 1);
        break;
      default:
        stack = stack << 1 | (part_holds(op, machine, voice, sees) ? 1 : 0);
    }
  }
  return (stack & 1) != 0;
}

GraphCondition Run::evaluated(const Choice& choice, std::uint16_t machine, bool again) const {
  const GraphTransition& transition = g_.transitions[choice.transition];
  const Voice& voice = at_.block.machines[machine].voices[choice.voice];
  GraphCondition condition;
  condition.transition = choice.transition;
  condition.from = voice.state;
  condition.holds = holds(transition, machine, choice.voice, again);
  condition.at_s = now_s_;
  for (std::uint32_t i = transition.first_op; i < transition.first_op + transition.op_count; ++i) {
    const GraphOp& op = g_.ops[i];
    if (op.code >= GraphOpCode::negate) continue;
    GraphConditionPart& part = condition.parts.emplace_back();
    part.op = i;
    part.holds = part_holds(op, machine, choice.voice, seen_ && !again);
    if (op.code != GraphOpCode::compare) continue;
    const Compared values = compared(op, voice);
    part.left = values.left;
    part.right = values.right;
  }
  return condition;
}

GraphCondition Run::condition(std::uint16_t transition, std::uint32_t entry) const {
  const std::uint16_t machine = g_.nodes[g_.transitions[transition].to].machine;
  return evaluated({transition, at_.block.machines[machine].entries[entry].voice}, machine, false);
}

double Run::operand(GraphOperand kind, std::uint16_t index, const Voice& voice) const {
  switch (kind) {
    case GraphOperand::constant:
      return g_.constants[index];
    case GraphOperand::parameter:
      return at_.block.parameters[index].value;
    case GraphOperand::time:
      return voice.time_s;
    default:
      return left_s(at_, voice);
  }
}

double Run::exact_value(std::uint16_t parameter) const {
  const std::uint16_t smoothed = g_.parameters[parameter].smoothed;
  return smoothed == kNone16 ? at_.block.parameters[parameter].value : at_.block.smoothed[smoothed];
}

Run::Compared Run::compared(const GraphOp& op, const Voice& voice) const {
  double a = operand(op.operands[0], op.a, voice), b = operand(op.operands[1], op.b, voice);
  // A constant as the parameter would hold it.
  if (op.operands[0] < GraphOperand::time && op.operands[1] < GraphOperand::time)
    return {static_cast<float>(a), static_cast<float>(b), 0};
  // A step was cut where a parameter on its way meets a clock.
  if (op.operands[0] == GraphOperand::parameter) a = exact_value(op.a);
  if (op.operands[1] == GraphOperand::parameter) b = exact_value(op.b);
  return {a, b, kSame};
}

bool Run::compares(GraphComparison comparison, const Compared& values) {
  const auto [a, b, same] = values;
  switch (comparison) {
    case GraphComparison::less:
      return a < b - same;
    case GraphComparison::less_equal:
      return a <= b + same;
    case GraphComparison::greater:
      return a > b + same;
    case GraphComparison::greater_equal:
      return a >= b - same;
    case GraphComparison::equal:
      return a >= b - same && a <= b + same;
    default:
      return !(a >= b - same && a <= b + same);
  }
}

bool Run::has_passed(double phase, std::uint16_t machine, std::uint8_t index) const {
  const Voice& voice = at_.block.machines[machine].voices[index];
  const GraphMotion& motion = g_.motions[g_.nodes[voice.state].motion];
  double before = scratch_.before[machine][index], now = voice.position;
  if (!is_simple(motion) || std::isnan(before)) return false;
  if (motion.group != kNone16) {
    if (motion.phase_leaf == kNone16) return false;
    const Markers markers = markers_of(at_, motion.phase_leaf);
    const double from = scratch_.group_before[motion.group], to = at_.block.groups[motion.group];
    if (std::isnan(from) || !(from >= 0 && to >= 0)) return false;
    before = markers.play_time_s(from) / markers.duration_s;
    now = markers.play_time_s(to) / markers.duration_s;
  }
  before -= phase, now -= phase;
  return now < before ? -floor_of(kSame - now) < -floor_of(kSame - before)
                      : floor_of(now + kSame) > floor_of(before + kSame);
}

bool Run::is_in(std::uint16_t state) const {
  for (; state != kNone16; state = g_.machines[g_.nodes[state].machine].parent_state) {
    const Machine& machine = at_.block.machines[g_.nodes[state].machine];
    if (machine.count == 0 || machine.newest().state != state) return false;
  }
  return true;
}

// --- the stack
// -----------------------------------------------------------------------------------------------

void Run::use_triggers(const GraphTransition& transition) {
  if (g_.triggers == 0) return;
  for (const GraphOp& op : g_.ops.subspan(transition.first_op, transition.op_count)) {
    if (op.code != GraphOpCode::truth || g_.parameters[op.a].type != GraphParameterType::trigger) continue;
    float& target = at_.block.parameters[op.a].target;
    if (target != kUnset) target = kUsed, used_triggers_ = true;
  }
}

// Takes entries out, and tells which states are heard no more.
void Run::drop_entries(std::uint16_t index, std::uint32_t first, std::uint32_t count, std::uint8_t stays) {
  if (count == 0) return;
  listed_ = false;
  Machine& machine = at_.block.machines[index];
  at_.block.header->news |= kConditions | kMembers;
  std::uint8_t gone[kMostStackEntries];
  for (std::uint32_t i = 0; i < count; ++i) gone[i] = machine.entries[first + i].voice;
  std::copy(machine.entries + first + count, machine.entries + machine.count, machine.entries + first);
  const auto left = static_cast<std::uint8_t>(machine.count - count);
  std::fill(machine.entries + left, machine.entries + machine.count, Entry{});
  machine.count = left;
  if (left != 0) {
    const std::uint8_t lowest = machine.entries[0].voice;
    machine.entries[0] = {};
    machine.entries[0].voice = lowest;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto is_it = [&](const Entry& entry) { return entry.voice == gone[i]; };
    if (gone[i] == stays || std::any_of(machine.entries, machine.entries + left, is_it)) continue;
    if (std::find(gone, gone + i, gone[i]) != gone + i) continue;
    tell_state(GraphEventKind::left, machine.voices[gone[i]].state, now_s_);
    machine.voices[gone[i]] = {};
  }
}

// Where a target that goes on by itself starts.
double Run::entering_position(const GraphTransition& transition, const Synced& synced, double phase) const {
  const GraphMotion& motion = g_.motions[g_.nodes[transition.to].motion];
  if (!is_simple(motion) || motion.group != kNone16) return 0;
  if (transition.enter == GraphEnter::phase) return transition.enter_phase;
  if (transition.enter == GraphEnter::same_phase) return phase;
  if (transition.enter != GraphEnter::marker || synced.leaf == kNone16 || motion.phase_leaf == kNone16)
    return 0;
  const double position = at_.block.groups[synced.group];
  const Markers from = markers_of(at_, synced.leaf), to = markers_of(at_, motion.phase_leaf);
  if (position < 0) return 0;
  const std::uint32_t name = from.of[from.interval(floor_of(position))].name;
  for (std::uint32_t i = 0; i < to.count; ++i) {
    if (to.of[i].name != name) continue;
    return fraction((to.begin_s(i) + fraction(position) * to.length_s(i)) / to.duration_s);
  }
  return 0;
}

// The heaviest motion with a group in what a voice plays.
void Run::find_synced(std::uint16_t index, double weight, Synced& best) const {
  const GraphMotion& motion = g_.motions[index];
  if (is_simple(motion)) {
    if (motion.group != kNone16 && motion.phase_leaf != kNone16 && weight > best.weight)
      best = {weight, motion.group, motion.phase_leaf};
  } else if (motion.kind == GraphMotionKind::machine) {
    const Machine& machine = at_.block.machines[motion.first];
    StackWeights weights;
    weigh_stack(g_, machine, 0, weights);
    for (std::uint32_t k = 0; k < machine.count; ++k)
      find_synced(g_.nodes[machine.voices[machine.entries[k].voice].state].motion, weight * weights.full[k],
                  best);
  } else {
    for (const GraphLayer& layer : g_.layers.subspan(motion.first, motion.count))
      if (layer.motion != kNone16) find_synced(layer.motion, weight * at_.layer_weight(layer), best);
  }
}

double Run::phase_of(std::uint16_t index, const Voice& voice) const {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::machine) {
    const Machine& machine = at_.block.machines[motion.first];
    return machine.count == 0 ? 0 : phase_of(g_.nodes[machine.newest().state].motion, machine.newest());
  }
  if (motion.kind == GraphMotionKind::layers) {
    const GraphLayer& layer = g_.layers[motion.first];
    const Voice none;
    if (layer.motion == kNone16) return 0;
    return phase_of(layer.motion, layer.voice == kNone16 ? none : at_.block.voices[layer.voice]);
  }
  if (motion.group == kNone16) return motion.loops != 0 ? fraction(voice.position) : voice.position;
  if (motion.phase_leaf == kNone16 || at_.block.groups[motion.group] < 0) return 0;
  const Markers markers = markers_of(at_, motion.phase_leaf);
  return fraction(markers.play_time_s(at_.block.groups[motion.group]) / markers.duration_s);
}

// The newest voice of a state, or kMostStackEntries.
std::uint8_t Run::voice_of(const Machine& machine, std::uint16_t state) {
  for (std::uint32_t k = machine.count; k-- > 0;)
    if (machine.voices[machine.entries[k].voice].state == state) return machine.entries[k].voice;
  return kMostStackEntries;
}

// Rules "four fades" and "inertialization": what is shown now is what was shown before. Of several, the first
// list, and the last times.
void Run::keep_switch(const GraphTransition& transition) {
  const bool inertial = transition.kind == GraphFadeKind::inertialize;
  const std::uint16_t profile = inertial ? transition.profile : kNone16;
  if (watcher_ != nullptr) {
    if (!switched_) watcher_->before(now_s_), switch_fade_s_ = 0, switch_profile_ = kNone16;
    switched_ = true;
    if (inertial) switch_fade_s_ = transition.fade_s;
    if (profile != kNone16) switch_profile_ = g_.profile_mask(profile);
  }
  if (switch_ == nullptr) return;
  if (switch_->line_count == 0)
    switch_->line_count = static_cast<std::uint8_t>(ListMaker(at_, true, left_).make());
  switch_->since_s = now_s_;  // until the end is known
  switch_->fade_s = inertial ? transition.fade_s : play_state::kPushedOut_s;
  switch_->profile = profile;
}

// Once all machines were looked at, and groups woke.
void Run::show_switch() {
  if (switched_) watcher_->after(switch_fade_s_, switch_profile_);
  switched_ = false;
}

// Rule "four fades".
void Run::drop_weakest(std::uint16_t index, std::uint8_t stays) {
  const Machine& machine = at_.block.machines[index];
  StackWeights weights;
  weigh_stack(g_, machine, 0, weights);
  drop_entries(index, play_state::weakest(weights, machine.count), 1, stays);
  count(at_.block.header->stack_overflow);
}

// What begins inside a motion went no way in the sub-step before.
void Run::forget_way(std::uint16_t index) {
  const GraphMotion& motion = g_.motions[index];
  if (motion.kind == GraphMotionKind::layers) {
    for (const GraphLayer& layer : g_.layers.subspan(motion.first, motion.count))
      if (layer.motion != kNone16) forget_way(layer.motion);
  } else if (motion.kind == GraphMotionKind::machine) {
    std::fill_n(scratch_.before[motion.first], kMostStackEntries, std::numeric_limits<double>::quiet_NaN());
    const Machine& machine = at_.block.machines[motion.first];
    for (std::uint32_t k = 0; k < machine.count; ++k)
      forget_way(g_.nodes[machine.voices[machine.entries[k].voice].state].motion);
  }
}

void Run::take(std::uint16_t index, std::uint16_t transition_index) {
  const GraphTransition& transition = g_.transitions[transition_index];
  Machine& machine = at_.block.machines[index];
  use_triggers(transition);
  at_.block.header->news |= kConditions | kMembers;
  quiet_ = false;
  regroup_ = true;

  const std::uint8_t source =
      transition.from == kNone16 ? machine.top().voice : voice_of(machine, transition.from);
  const std::uint16_t source_motion = g_.nodes[machine.voices[source].state].motion;
  Synced synced;
  double phase = 0;
  if (transition.enter == GraphEnter::marker) find_synced(source_motion, 1, synced);
  if (transition.enter == GraphEnter::same_phase) phase = phase_of(source_motion, machine.voices[source]);

  const bool fades = transition.fade_s > 0, full = fades && machine.count == kMostStackEntries;
  if (full || (fades && transition.kind == GraphFadeKind::inertialize)) keep_switch(transition);
  // On the stack as it is now (rule "entering"), though the entry that has it may be pushed out.
  const bool was_heard = is_on_stack(machine, transition.to);
  std::uint8_t voice = transition.restart == 0 ? voice_of(machine, transition.to) : kMostStackEntries;
  const bool is_new = voice == kMostStackEntries;
  if (full) drop_weakest(index, voice);
  const GraphMachine& record = g_.machines[index];
  const bool whole = record.layer == 0 && record.parent_state == kNone16;
  if (!fades && whole && watcher_ != nullptr) watcher_->cut();
  if (transition.fade_s > 0) {
    if (is_new) voice = free_voice(machine);
    Entry& entry = machine.entries[machine.count++];
    entry = {};
    entry.voice = voice;
    entry.transition = transition_index;
  } else if (is_new) {
    drop_entries(index, 0, machine.count);
    voice = 0;
    machine.count = 1;
  } else {
    // Its entry becomes the only one.
    std::uint32_t k = machine.count - 1u;
    while (machine.entries[k].voice != voice) --k;
    drop_entries(index, 0, k);
    drop_entries(index, 1, machine.count - 1u);
  }
  if (is_new) {
    machine.voices[voice] = {};
    machine.voices[voice].state = transition.to;
    machine.voices[voice].position = entering_position(transition, synced, phase);
    scratch_.before[index][voice] = std::numeric_limits<double>::quiet_NaN();
  }
  if (!was_heard) {
    enter_motion(g_, at_.block, g_.nodes[transition.to].motion);
    forget_way(g_.nodes[transition.to].motion);
  }
  listed_ = false;
  tell_state(GraphEventKind::entered, transition.to, now_s_, transition_index);
}

}  // namespace skelter::graph_state
