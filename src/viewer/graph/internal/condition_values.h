#pragma once
// Current values of the variables of a condition, for display.

#include <string>
#include <vector>

namespace skelter {

struct GraphCondition;
struct GraphRecords;

// A variable such as "speed", "time" or "passed(0.5)". True is 1 and false is 0.
struct ConditionValue {
  std::string word;
  double value = 0;
};

// Each variable once, in the order of the condition. Numeric constants are omitted.
std::vector<ConditionValue> condition_values(const GraphRecords& graph, const GraphCondition& condition);

// Returns text like "speed = 2.7, time = 0.31".
std::string to_text(const std::vector<ConditionValue>& values);

}  // namespace skelter
