#pragma once
// skelter graph run: plays a graph by a script, and prints what each update gave.

#include <string>

#include "cli/input/graph_input.h"

namespace skelter::cli {

// Returns the exit code. Precondition: the input is good and has a character.
int run_graph(const GraphFiles& files, const GraphInput& input, const std::string& script_file, bool csv);

}  // namespace skelter::cli
