#pragma once
// The file in which the viewer's configuration is kept.

#include <string>

#include "skelter/core/result.h"
#include "viewer/internal/viewer_config.h"

namespace skelter {

// A file that is not there, or is not what it should be, gives the defaults, without an error.
ViewerConfig load_config(const std::string& path);
// Makes the folder. Errors: io.
Result<void> save_config(const std::string& path, const ViewerConfig& config);

}  // namespace skelter
