#pragma once
// Deeds by name, for scripts.

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Errors: invalid_argument for what is not known, with what was expected.
Result<void> run_command(ViewerData& data, const std::string& line);

// All that it knows, in their order.
std::vector<std::string> command_names();

}  // namespace skelter
