#pragma once
// The script command `graph`: see docs/viewer.md, "Animation graphs".

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Runs "set speed 2.5", "fire jump", "seek 1.2", ... Errors: invalid_argument with the expected words; those
// of the action.
Result<void> run_graph_command(ViewerData& data, const std::string& text);

// Names of the subcommands, in order.
std::vector<std::string> graph_verb_names();

}  // namespace skelter
