#include "compile/internal/condition_text.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "play/internal/graph_probe.h"

namespace skelter {
namespace {

struct ConditionText {
  std::string text;
  int binds = 3;  // precedence: 0 or, 1 and, 2 not, 3 a comparison or a word
};

std::string parenthesized_below(const ConditionText& part, int binds) {
  return part.binds < binds ? "(" + part.text + ")" : part.text;
}

}  // namespace

std::string operand_text(const GraphRecords& graph, const GraphOp& op, std::size_t side) {
  const std::uint16_t index = side == 0 ? op.a : op.b;
  switch (op.operands[side]) {
    case GraphOperand::constant:
      return fmt::format("{}", graph.constants[index]);
    case GraphOperand::parameter:
      return std::string(graph.string(graph.parameters[index].name));
    case GraphOperand::time:
      return "time";
    default:
      return "left";
  }
}

std::string word_text(const GraphRecords& graph, const GraphOp& op) {
  switch (op.code) {
    case GraphOpCode::truth:
      return std::string(graph.string(graph.parameters[op.a].name));
    case GraphOpCode::done:
      return "done";
    case GraphOpCode::passed:
      return fmt::format("passed({})", graph.constants[op.a]);
    case GraphOpCode::event:
      return "event(" + std::string(graph.string(graph.event_rules[op.a].name)) + ")";
    default:
      return "in(" + state_path(graph, op.a) + ")";
  }
}

std::string condition_text(const GraphRecords& graph, const GraphTransition& transition) {
  constexpr const char* kSigns[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
  std::vector<ConditionText> stack;
  for (const GraphOp& op : graph.ops.subspan(transition.first_op, transition.op_count)) {
    if (op.code == GraphOpCode::compare) {
      stack.push_back({operand_text(graph, op, 0) + kSigns[static_cast<std::size_t>(op.comparison)] +
                       operand_text(graph, op, 1)});
    } else if (op.code < GraphOpCode::negate) {
      stack.push_back({word_text(graph, op)});
    } else if (op.code == GraphOpCode::negate) {
      stack.back() = {"not " + parenthesized_below(stack.back(), 2), 2};
    } else {
      const int binds = op.code == GraphOpCode::both ? 1 : 0;
      const ConditionText right = std::move(stack.back());
      stack.pop_back();
      stack.back() = {parenthesized_below(stack.back(), binds) + (binds == 1 ? " and " : " or ") +
                          parenthesized_below(right, binds + 1),
                      binds};
    }
  }
  return stack.empty() ? std::string() : stack.back().text;
}

}  // namespace skelter
