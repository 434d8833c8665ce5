#pragma once
// Conditions of compiled graphs as text. Packs contain only the compiled operations.

#include <cstddef>
#include <string>

namespace skelter {

struct GraphOp;
struct GraphRecords;
struct GraphTransition;

// The text of a condition, such as "grounded and time >= 0.3", with the fewest necessary parentheses.
std::string condition_text(const GraphRecords& graph, const GraphTransition& transition);

// An operand of a comparison: "speed", "time" or "0.3". `side`: 0 left, 1 right.
std::string operand_text(const GraphRecords& graph, const GraphOp& op, std::size_t side);
// A term other than a comparison: "grounded", "done", "passed(0.5)", "event(step)", "in(body/walk)".
std::string word_text(const GraphRecords& graph, const GraphOp& op);

}  // namespace skelter
