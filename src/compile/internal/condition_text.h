#pragma once
// Formats the conditions of compiled graphs as text, because packs contain only the compiled operations.

#include <cstddef>
#include <string>

namespace skelter {

struct GraphOp;
struct GraphRecords;
struct GraphTransition;

// Returns the text of a condition, such as "grounded and time >= 0.3", without unnecessary parentheses.
std::string condition_text(const GraphRecords& graph, const GraphTransition& transition);

// Returns the text of an operand of a comparison: "speed", "time" or "0.3". `side`: 0 left, 1 right.
std::string operand_text(const GraphRecords& graph, const GraphOp& op, std::size_t side);
// Returns the text of a term other than a comparison: "grounded", "done", "passed(0.5)", "event(step)",
// "in(body/walk)".
std::string word_text(const GraphRecords& graph, const GraphOp& op);

}  // namespace skelter
