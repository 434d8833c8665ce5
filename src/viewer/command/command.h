#pragma once
// Text commands for scripts.

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Errors: invalid_argument for an unknown command; the message lists what is expected.
Result<void> run_command(ViewerData& data, const std::string& line);

// All command names, sorted.
std::vector<std::string> command_names();

}  // namespace skelter
