#pragma once
// The viewer's configuration file.

#include <string>

#include "skelter/core/result.h"
#include "viewer/state/internal/viewer_config.h"

namespace skelter {

// Returns the default configuration, without an error, if the file is missing or invalid.
ViewerConfig load_config(const std::string& path);
// Creates the folder if necessary. Errors: io.
Result<void> save_config(const std::string& path, const ViewerConfig& config);

}  // namespace skelter
