#include "viewer/graph/internal/condition_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compile/internal/condition_text.h"
#include "play/internal/graph_probe.h"

namespace skelter {

std::vector<ConditionValue> condition_values(const GraphRecords& graph, const GraphCondition& condition) {
  std::vector<ConditionValue> values;
  const auto add = [&](std::string word, double value) {
    const auto is_it = [&](const ConditionValue& known) { return known.word == word; };
    if (std::none_of(values.begin(), values.end(), is_it)) values.push_back({std::move(word), value});
  };
  for (const GraphConditionPart& part : condition.parts) {
    const GraphOp& op = graph.ops[part.op];
    if (op.code != GraphOpCode::compare) {
      add(word_text(graph, op), part.holds ? 1 : 0);
      continue;
    }
    if (op.operands[0] != GraphOperand::constant) add(operand_text(graph, op, 0), part.left);
    if (op.operands[1] != GraphOperand::constant) add(operand_text(graph, op, 1), part.right);
  }
  return values;
}

std::string to_text(const std::vector<ConditionValue>& values) {
  std::string text;
  for (const ConditionValue& value : values)
    text += fmt::format("{}{} = {:.4g}", text.empty() ? "" : ", ", value.word, value.value);
  return text;
}

}  // namespace skelter
