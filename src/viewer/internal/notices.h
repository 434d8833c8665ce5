#pragma once
// What a person should know of the shown file, and what one click does about it.

#include <string>
#include <vector>

#include "viewer/internal/viewer_data.h"

namespace skelter {

// A line over the picture. Without a button it only says something.
struct Banner {
  std::string name;  // for scripts: "frame-ticks", "frame-numbers", "up", "no-mesh", "textures"
  std::string text;
  std::string button;
};

// Of the shown file, without those that were dismissed.
std::vector<Banner> banners(const ViewerData& data);

// Does what the button says. `folder`: for "textures"; else a window asks for it. Errors: invalid_argument
// for a banner that is not there or has no button; those of reading.
Result<void> answer_banner(ViewerData& data, const std::string& name, const std::string& folder = {});
void dismiss_banner(ViewerData& data, const std::string& name);

// Files that cannot be opened are errors.
struct NoticeCounts {
  std::size_t errors = 0, warnings = 0;
};
NoticeCounts count_notices(const ViewerData& data);

// Whether a name has the text of a filter in it, in capitals or not.
bool passes(const std::string& name, const std::string& filter);

}  // namespace skelter
