#pragma once
// Conditions of transitions: as text, and what each of their words is worth at a moment.

#include <optional>
#include <string>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/play/graph.h"
#include "skelter/play/graph_probe.h"

namespace skelter {

// "grounded and time >= 0.3": of a compiled transition, with no more parentheses than it needs.
std::string condition_text(const GraphView& graph, const GraphTransition& transition);

// A word of a condition, "speed", "time" or "passed(0.5)", and its value; truths are 0 or 1.
struct ConditionValue {
  std::string word;
  std::optional<double> value;  // nothing: a block does not tell (passed, event)
};

// In the order of the condition, each word once; numbers in it are left out. `probe` is of the moment, before
// the transition. `entry`: where the stack of the machine has the state that it leads from.
std::vector<ConditionValue> condition_values(const GraphProbe& probe, const GraphTransition& transition,
                                             std::uint32_t machine, std::uint32_t entry);

// Whether it holds; nothing where that hangs on what a block does not tell.
std::optional<bool> holds(const GraphProbe& probe, const GraphTransition& transition, std::uint32_t machine,
                          std::uint32_t entry);

// Of a transition that was taken: words without a value are worth what alone makes the condition true. The
// values of `values` go before those of the probe.
void complete_values(const GraphProbe& probe, const GraphTransition& transition, std::uint32_t machine,
                     std::uint32_t entry, std::vector<ConditionValue>& values);

// "speed = 2.7, time = 0.31"
std::string to_text(const std::vector<ConditionValue>& values);

}  // namespace skelter
