// Evaluates the conditions of transitions.
#include <cmath>

#include "play/graph/step.h"

namespace skelter::graph_state {

namespace {

// --- comparisons -------------------------------------------------------------------------------------------

struct Compared {
  double left, right;
  double same;  // values that differ by less are equal
};

// The float to compare: the value of a parameter, or a constant that is rounded like a parameter. Each
// operand is rounded in a separate call. When two adjacent doubles are rounded to float and converted back,
// g++ 12 drops both conversions at -O2 (docs/architecture.md).
float held(const Step& step, GraphOperand kind, std::uint16_t index) {
  if (kind == GraphOperand::parameter) return step.at.block.parameters[index].value;
  return static_cast<float>(step.at.graph.constants[index]);
}

double exact_value(const Step& step, std::uint16_t parameter) {
  const std::uint16_t smoothed = step.at.graph.parameters[parameter].smoothed;
  return smoothed == kNone16 ? step.at.block.parameters[parameter].value : step.at.block.smoothed[smoothed];
}

double operand(const Step& step, GraphOperand kind, std::uint16_t index, const StateInstance& instance) {
  switch (kind) {
    case GraphOperand::constant:
      return step.at.graph.constants[index];
    case GraphOperand::parameter:
      return exact_value(step, index);
    case GraphOperand::time:
      return instance.time_s;
    default:
      return left_s(step.at, instance);
  }
}

Compared compared(const Step& step, const GraphOp& op, const StateInstance& instance) {
  const auto [left, right] = op.operands;
  if (left < GraphOperand::time && right < GraphOperand::time)
    return {held(step, left, op.a), held(step, right, op.b), 0};
  // A step is cut where a moving parameter equals a clock.
  return {operand(step, left, op.a, instance), operand(step, right, op.b, instance), kSame};
}

bool compares(GraphComparison comparison, const Compared& values) {
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

// --- words -------------------------------------------------------------------------------------------------

// Whether the position passed `phase` in the last sub-step (rule "cuts").
bool has_passed(const Step& step, double phase, std::uint16_t machine, std::uint8_t index) {
  const GraphRecords& graph = step.at.graph;
  const StateInstance& instance = step.at.block.machines[machine].instances[index];
  const GraphMotion& motion = graph.motions[graph.nodes[instance.state].motion];
  double before = step.scratch.before[machine][index], now = instance.position;
  if (!is_simple(motion) || std::isnan(before)) return false;
  if (motion.group != kNone16) {
    if (motion.phase_leaf == kNone16) return false;
    const Markers markers = markers_of(step.at, motion.phase_leaf);
    const double from = step.scratch.group_before[motion.group], to = step.at.block.groups[motion.group];
    if (std::isnan(from) || !(from >= 0 && to >= 0)) return false;
    before = markers.play_time_s(from) / markers.duration_s;
    now = markers.play_time_s(to) / markers.duration_s;
  }
  before -= phase, now -= phase;
  return now < before ? -floor_of(kSame - now) < -floor_of(kSame - before)
                      : floor_of(now + kSame) > floor_of(before + kSame);
}

// `sees`: a sub-step has just ended, to which `passed` and `event` refer.
[[gnu::always_inline]] inline bool part_holds(const Step& step, const GraphOp& op, std::uint16_t machine,
                                              std::uint8_t instance, bool sees) {
  const Block& block = step.at.block;
  const StateInstance& source = block.machines[machine].instances[instance];
  switch (op.code) {
    case GraphOpCode::compare:
      return compares(op.comparison, compared(step, op, source));
    case GraphOpCode::truth:
      return block.parameters[op.a].target != 0;
    case GraphOpCode::done:
      return left_s(step.at, source) <= kSame;
    case GraphOpCode::passed:
      if (!sees || !has_passed(step, step.at.graph.constants[op.a], machine, instance)) return false;
      block.header->dirty |= kConditions;  // may be false in the next evaluation
      return true;
    case GraphOpCode::event:
      if (!sees || (step.changes.reported >> op.a & 1) == 0) return false;
      block.header->dirty |= kConditions;
      return true;
    default:
      return is_in(step, op.a);
  }
}

}  // namespace

bool holds(const Step& step, const GraphTransition& transition, std::uint16_t machine, std::uint8_t instance,
           bool again) {
  if (step.changes.conditions_unchanged && transition.timed == 0)
    return false;  // false, as in the last evaluation
  const bool sees = step.changes.after_sub_step && !again;
  std::uint64_t stack = 0;  // a bit for each value; bit 0 is the top
  for (const GraphOp& op : step.at.graph.ops.subspan(transition.first_op, transition.op_count)) {
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
        stack = stack << 1 | (part_holds(step, op, machine, instance, sees) ? 1 : 0);
    }
  }
  return (stack & 1) != 0;
}

GraphCondition condition_of(const Step& step, std::uint16_t transition_index, std::uint16_t machine,
                            std::uint8_t instance_index, bool again) {
  const GraphRecords& graph = step.at.graph;
  const GraphTransition& transition = graph.transitions[transition_index];
  const StateInstance& instance = step.at.block.machines[machine].instances[instance_index];
  GraphCondition condition;
  condition.transition = transition_index;
  condition.from = instance.state;
  condition.holds = holds(step, transition, machine, instance_index, again);
  condition.at_s = step.clock.now_s;
  for (std::uint32_t i = transition.first_op; i < transition.first_op + transition.op_count; ++i) {
    const GraphOp& op = graph.ops[i];
    if (op.code >= GraphOpCode::negate) continue;
    GraphConditionPart& part = condition.parts.emplace_back();
    part.op = i;
    part.holds = part_holds(step, op, machine, instance_index, step.changes.after_sub_step && !again);
    if (op.code != GraphOpCode::compare) continue;
    const Compared values = compared(step, op, instance);
    part.left = values.left;
    part.right = values.right;
  }
  return condition;
}

}  // namespace skelter::graph_state
