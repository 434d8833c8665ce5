#pragma once
// Deeds by name, for scripts.

#include <string>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// Errors: invalid_argument for what is not known, with what was expected.
Result<void> run_command(ViewerData& data, const std::string& line);

}  // namespace skelter
