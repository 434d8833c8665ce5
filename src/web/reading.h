#pragma once
// How files are read for a page.

#include <string>

#include "skelter/load.h"
#include "web/answer.h"

namespace skelter::web {

// As sk_scene_read takes it. Errors: invalid_argument for values that are none.
Result<LoadOptions> reading_of(const Json& json);

// With the limits of a page.
LoadOptions page_reading();

// `path` is one of the page's. `out_pack` as in load_scene. Errors: those of load_scene, and of checked_path.
Result<Scene> read_scene(const std::string& path, const LoadOptions& reading, Pack* out_pack = nullptr);

}  // namespace skelter::web
