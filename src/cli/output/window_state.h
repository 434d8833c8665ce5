#pragma once
// The state file of a window (--state): what it shows, for other programs, up to date while it is open.

#include "cli/output/json_text.h"
#include "skelter/core/result.h"
#include "skelter/desktop/application.h"

namespace skelter::cli {

// The members under "window".
Json to_json(const WindowShown& shown);

// Replaces the file as a whole, so that a reader never sees half of it. Errors: io.
Result<void> write_state(const std::string& path, const Json& state);

}  // namespace skelter::cli
