#pragma once
// Settings kept between sessions: recent files and the layout.

#include <string>
#include <string_view>
#include <vector>

#include "viewer/state/internal/viewer_state.h"

namespace skelter {

struct ViewerConfig {
  std::vector<std::string> recent;  // newest first
  OpenPanels panels;
};

std::string to_json_text(const ViewerConfig& config);
// Missing members keep their defaults. Invalid text gives the default configuration.
ViewerConfig viewer_config_from_json(std::string_view text);

}  // namespace skelter
