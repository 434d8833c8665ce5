#pragma once
// Reads files for a page.

#include <string>

#include "skelter/load.h"
#include "web/answer.h"

namespace skelter::web {

// Parses the options of sk_scene_read. Errors: invalid_argument for invalid values.
Result<LoadOptions> reading_of(const Json& json);

// Returns options with the limits for a page.
LoadOptions page_reading();

// `path`: one of the page's files. `out_pack`: see load_scene. Errors: the errors of load_scene and
// checked_path.
Result<Scene> read_scene(const std::string& path, const LoadOptions& reading, Pack* out_pack = nullptr);

}  // namespace skelter::web
