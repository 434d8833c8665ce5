#pragma once
// Conditions of compiled graphs as text: what a pack contains of a condition is code.

#include <cstddef>
#include <string>

#include "skelter/play/graph.h"

namespace skelter {

// "grounded and time >= 0.3", with no more parentheses than it needs.
std::string condition_text(const GraphView& graph, const GraphTransition& transition);

// An operand of a comparison, "speed", "time" or "0.3". `side`: 0 left, 1 right.
std::string operand_text(const GraphView& graph, const GraphOp& op, std::size_t side);
// A part that is no comparison: "grounded", "done", "passed(0.5)", "event(step)", "in(body/walk)".
std::string word_text(const GraphView& graph, const GraphOp& op);

}  // namespace skelter
