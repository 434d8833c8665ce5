#pragma once
// How files are read for a page.

#include <string>

#include "load/internal/read_model.h"
#include "web/answer.h"

namespace skelter::web {

// As sk_scene_read takes it. Errors: invalid_argument for values that are none.
Result<ModelReading> reading_of(const Json& json);

// With the limits of a page.
ModelReading page_reading();

// `path` is one of the page's. Errors: those of read_model, and of checked_path.
Result<Scene> read_scene(const std::string& path, const ModelReading& reading);

}  // namespace skelter::web
