#pragma once
// What is remembered from one time to the next: recent files and the layout.

#include <string>
#include <string_view>
#include <vector>

#include "viewer/internal/viewer_state.h"

namespace skelter {

struct ViewerConfig {
  std::vector<std::string> recent;  // newest first
  OpenPanels panels;
};

std::string to_json_text(const ViewerConfig& config);
// Missing members keep their defaults; a text that is not what it should be gives nothing but defaults.
ViewerConfig viewer_config_from_json(std::string_view text);

}  // namespace skelter
