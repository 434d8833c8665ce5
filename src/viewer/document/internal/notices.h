#pragma once
// Notices about the shown file, with one-click fixes.

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// A banner over the view. A banner without a button only informs.
struct Banner {
  std::string name;  // for scripts: "frame-ticks", "frame-numbers", "up", "no-mesh", "textures"
  std::string text;
  std::string button;
};

// Banners for the shown file, except dismissed ones.
std::vector<Banner> banners(const ViewerData& data);

// Runs the action of the button. `folder` is for "textures"; if it is empty, a window asks for it. Errors:
// invalid_argument for an unknown banner or one without a button; those of reading.
Result<void> answer_banner(ViewerData& data, const std::string& name, const std::string& folder = {});
void dismiss_banner(ViewerData& data, const std::string& name);

// Counts of messages. A file that cannot be opened counts as an error.
struct NoticeCounts {
  std::size_t errors = 0, warnings = 0;
};
NoticeCounts count_notices(const ViewerData& data);

// True if the name contains the filter's text, ignoring case.
bool passes(const std::string& name, const std::string& filter);

}  // namespace skelter
