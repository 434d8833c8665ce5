#pragma once
// The command `graph` of scripts: docs/viewer.md, "Animation graphs", has its words.

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// "set speed 2.5", "fire jump", "seek 1.2", ... Errors: invalid_argument, with what was expected; those of
// the deed.
Result<void> run_graph_command(ViewerData& data, const std::string& text);

// What may stand behind it, in their order.
std::vector<std::string> graph_verb_names();

}  // namespace skelter
