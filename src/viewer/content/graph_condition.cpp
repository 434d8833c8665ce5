#include "viewer/internal/graph_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace skelter {
namespace {

constexpr double kSameTime = 1e-9;  // R1
constexpr std::size_t kMostUnknown = 6;

std::string number_word(double value) {
  return fmt::format("{}", value);
}

std::string operand_word(const GraphView& graph, GraphOperand kind, std::uint16_t index) {
  switch (kind) {
    case GraphOperand::constant:
      return number_word(graph.constants[index]);
    case GraphOperand::parameter:
      return std::string(graph.string(graph.parameters[index].name));
    case GraphOperand::time:
      return "time";
    default:
      return "left";
  }
}

// What pushes a truth value and is no comparison.
std::string truth_word(const GraphView& graph, const GraphOp& op) {
  switch (op.code) {
    case GraphOpCode::truth:
      return std::string(graph.string(graph.parameters[op.a].name));
    case GraphOpCode::done:
      return "done";
    case GraphOpCode::passed:
      return "passed(" + number_word(graph.constants[op.a]) + ")";
    case GraphOpCode::event:
      return "event(" + std::string(graph.string(graph.event_rules[op.a].name)) + ")";
    default:
      return "in(" + state_path(graph, op.a) + ")";
  }
}

bool compared(GraphComparison how, double a, double b, bool exact) {
  const double same = exact ? 0 : kSameTime;
  switch (how) {
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

// Where the condition is looked at.
struct Place {
  const GraphProbe& probe;
  std::uint32_t machine = 0, entry = 0;

  const GraphView& graph() const { return *probe.graph; }
  double time_s() const {
    GraphEntry entries[kMostStackEntries];
    return entry < probe.stack(machine, entries) ? entries[entry].time_s : 0;
  }
  double operand(GraphOperand kind, std::uint16_t index) const {
    switch (kind) {
      case GraphOperand::constant:
        return graph().constants[index];
      case GraphOperand::parameter:
        return double{value(graph(), probe.state, index)};
      case GraphOperand::time:
        return time_s();
      default:
        return probe.left_s(machine, entry);
    }
  }
  bool is_in(std::uint16_t state) const {
    for (; state != kNone16; state = graph().machines[graph().nodes[state].machine].parent_state) {
      GraphEntry entries[kMostStackEntries];
      const std::uint32_t count = probe.stack(graph().nodes[state].machine, entries);
      if (count == 0 || entries[count - 1].state != state) return false;
    }
    return true;
  }
  // Of what pushes.
  std::optional<bool> truth(const GraphOp& op) const {
    switch (op.code) {
      case GraphOpCode::compare: {
        const double a = operand(op.operands[0], op.a), b = operand(op.operands[1], op.b);
        const bool exact = op.operands[0] < GraphOperand::time && op.operands[1] < GraphOperand::time;
        if (exact) return compared(op.comparison, double(float(a)), double(float(b)), true);
        return compared(op.comparison, a, b, false);
      }
      case GraphOpCode::truth:
        return value(graph(), probe.state, op.a) != 0;
      case GraphOpCode::done:
        return probe.left_s(machine, entry) <= kSameTime;
      case GraphOpCode::in:
        return is_in(op.a);
      default:
        return std::nullopt;
    }
  }
};

bool is_push(GraphOpCode code) {
  return code < GraphOpCode::negate;
}

std::span<const GraphOp> ops_of(const GraphView& graph, const GraphTransition& transition) {
  return graph.ops.subspan(transition.first_op, transition.op_count);
}

// The whole, with these values of what pushes.
bool evaluated(std::span<const GraphOp> ops, const std::vector<bool>& pushes) {
  std::vector<bool> stack;
  std::size_t next = 0;
  for (const GraphOp& op : ops) {
    if (is_push(op.code)) {
      stack.push_back(pushes[next++]);
    } else if (op.code == GraphOpCode::negate) {
      stack.back() = !stack.back();
    } else {
      const bool b = stack.back();
      stack.pop_back();
      stack.back() = op.code == GraphOpCode::both ? stack.back() && b : stack.back() || b;
    }
  }
  return stack.back();
}

std::vector<std::optional<bool>> truths(const Place& at, std::span<const GraphOp> ops) {
  std::vector<std::optional<bool>> known;
  for (const GraphOp& op : ops)
    if (is_push(op.code)) known.push_back(at.truth(op));
  return known;
}

// Calls visit(pushes, result) with every value of the unknown ones.
template <class Visit>
void try_all(std::span<const GraphOp> ops, const std::vector<std::optional<bool>>& known,
             const Visit& visit) {
  std::vector<std::size_t> open;
  std::vector<bool> pushes(known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (!known[i]) open.push_back(i);
    pushes[i] = known[i].value_or(false);
  }
  if (open.size() > kMostUnknown) return;
  for (std::uint32_t bits = 0; bits < 1u << open.size(); ++bits) {
    for (std::size_t k = 0; k < open.size(); ++k) pushes[open[k]] = (bits >> k & 1) != 0;
    visit(pushes, evaluated(ops, pushes));
  }
}

void add_value(std::vector<ConditionValue>& values, std::string word, std::optional<double> worth) {
  for (const ConditionValue& known : values)
    if (known.word == word) return;
  values.push_back({std::move(word), worth});
}

}  // namespace

std::string condition_text(const GraphView& graph, const GraphTransition& transition) {
  constexpr const char* kSigns[] = {"<", "<=", ">", ">=", "==", "!="};
  struct Part {
    std::string text;
    int binds = 3;  // 0 or, 1 and, 2 not, 3 a word
  };
  std::vector<Part> stack;
  const auto at_least = [](const Part& part, int binds) {
    return part.binds < binds ? "(" + part.text + ")" : part.text;
  };
  for (const GraphOp& op : ops_of(graph, transition)) {
    if (op.code == GraphOpCode::compare) {
      stack.push_back({operand_word(graph, op.operands[0], op.a) + " " +
                       kSigns[static_cast<std::size_t>(op.comparison)] + " " +
                       operand_word(graph, op.operands[1], op.b)});
    } else if (is_push(op.code)) {
      stack.push_back({truth_word(graph, op)});
    } else if (op.code == GraphOpCode::negate) {
      stack.back() = {"not " + at_least(stack.back(), 2), 2};
    } else {
      const int binds = op.code == GraphOpCode::both ? 1 : 0;
      const Part right = std::move(stack.back());
      stack.pop_back();
      stack.back() = {
          at_least(stack.back(), binds) + (binds == 1 ? " and " : " or ") + at_least(right, binds + 1),
          binds};
    }
  }
  return stack.empty() ? std::string() : stack.back().text;
}

std::vector<ConditionValue> condition_values(const GraphProbe& probe, const GraphTransition& transition,
                                             std::uint32_t machine, std::uint32_t entry) {
  const Place at{probe, machine, entry};
  const GraphView& graph = *probe.graph;
  std::vector<ConditionValue> values;
  for (const GraphOp& op : ops_of(graph, transition)) {
    if (op.code == GraphOpCode::compare) {
      const std::uint16_t indices[2] = {op.a, op.b};
      for (int side = 0; side < 2; ++side)
        if (op.operands[side] != GraphOperand::constant)
          add_value(values, operand_word(graph, op.operands[side], indices[side]),
                    at.operand(op.operands[side], indices[side]));
    } else if (is_push(op.code)) {
      const std::optional<bool> truth = at.truth(op);
      add_value(values, truth_word(graph, op), truth ? std::optional<double>(*truth ? 1 : 0) : std::nullopt);
    }
  }
  return values;
}

std::optional<bool> holds(const GraphProbe& probe, const GraphTransition& transition, std::uint32_t machine,
                          std::uint32_t entry) {
  const std::span<const GraphOp> ops = ops_of(*probe.graph, transition);
  bool can_hold = false, can_fail = false;
  try_all(ops, truths({probe, machine, entry}, ops),
          [&](const std::vector<bool>&, bool result) { (result ? can_hold : can_fail) = true; });
  return can_hold == can_fail ? std::nullopt : std::optional<bool>(can_hold);
}

void complete_values(const GraphProbe& probe, const GraphTransition& transition, std::uint32_t machine,
                     std::uint32_t entry, std::vector<ConditionValue>& values) {
  const GraphView& graph = *probe.graph;
  const std::span<const GraphOp> ops = ops_of(graph, transition);
  const Place at{probe, machine, entry};
  std::vector<std::optional<bool>> known;
  for (const GraphOp& op : ops) {
    if (!is_push(op.code)) continue;
    std::optional<bool> truth = at.truth(op);
    for (const ConditionValue& value : values)
      if (op.code != GraphOpCode::compare && value.word == truth_word(graph, op))
        truth = value.value ? std::optional<bool>(*value.value != 0) : std::nullopt;
    known.push_back(truth);
  }
  std::vector<bool> can_be_true(known.size()), can_be_false(known.size());
  try_all(ops, known, [&](const std::vector<bool>& pushes, bool result) {
    for (std::size_t i = 0; result && i < pushes.size(); ++i)
      (pushes[i] ? can_be_true : can_be_false)[i] = true;
  });
  std::size_t next = 0;
  for (const GraphOp& op : ops) {
    if (!is_push(op.code)) continue;
    const std::size_t i = next++;
    if (known[i] || can_be_true[i] == can_be_false[i]) continue;
    for (ConditionValue& value : values)
      if (value.word == truth_word(graph, op)) value.value = can_be_true[i] ? 1 : 0;
  }
}

std::string to_text(const std::vector<ConditionValue>& values) {
  std::string text;
  for (const ConditionValue& value : values)
    text += (text.empty() ? "" : ", ") + value.word +
            (value.value ? fmt::format(" = {:.4g}", *value.value) : std::string(" = ?"));
  return text;
}

}  // namespace skelter
