#pragma once
// The viewer's configuration file.

#include <string>

#include "skelter/core/result.h"
#include "viewer/state/internal/viewer_config.h"

namespace skelter {

// A missing or invalid file gives the defaults without an error.
ViewerConfig load_config(const std::string& path);
// Creates the folder. Errors: io.
Result<void> save_config(const std::string& path, const ViewerConfig& config);

}  // namespace skelter
