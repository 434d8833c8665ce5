#pragma once
// What the viewer remembers from one time to the next: recent files and the layout.

#include <string>
#include <vector>

#include "viewer/internal/viewer_state.h"

namespace skelter {

struct ViewerConfig {
  std::vector<std::string> recent;  // newest first
  OpenPanels panels;
};

// A file that is not there, or is not what it should be, gives the defaults, without an error.
ViewerConfig load_config(const std::string& path);
// Makes the folder. Errors: io.
Result<void> save_config(const std::string& path, const ViewerConfig& config);

}  // namespace skelter
