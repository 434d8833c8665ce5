#pragma once
// skelter graph run: plays a graph with a script and prints the result of each update.

#include <string>

#include "cli/input/graph_input.h"

namespace skelter::cli {

// Returns the exit code. Precondition: the input has no errors, and it includes a character.
int run_graph(const GraphFiles& files, const GraphInput& input, const std::string& script_file, bool csv);

}  // namespace skelter::cli
