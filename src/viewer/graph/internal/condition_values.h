#pragma once
// Current values of the variables of a condition, for display.

#include <string>
#include <vector>

namespace skelter {

struct GraphCondition;
struct GraphRecords;

// "speed", "time" or "passed(0.5)"; true is 1, false 0.
struct ConditionValue {
  std::string word;
  double value = 0;
};

// In the order of the condition, each variable once, without numeric constants.
std::vector<ConditionValue> condition_values(const GraphRecords& graph, const GraphCondition& condition);

// "speed = 2.7, time = 0.31"
std::string to_text(const std::vector<ConditionValue>& values);

}  // namespace skelter
