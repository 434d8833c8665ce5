#pragma once
// The state file of a window (--state). It describes the current view for other programs, and is updated
// while the window is open.

#include "cli/output/json_text.h"
#include "desktop/internal/window_shown.h"
#include "skelter/core/result.h"

namespace skelter::cli {

// Returns the members of "window".
Json to_json(const WindowShown& shown);

// Replaces the file atomically, so that readers never see an incomplete one. Errors: io.
Result<void> write_state(const std::string& path, const Json& state);

}  // namespace skelter::cli
