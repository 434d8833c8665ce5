#pragma once
// The data that comes with Skelter: assets/ next to the sources, or share/skelter/assets of an installation.

#include <string>

#include "skelter/core/result.h"

namespace skelter::cli {

// The path of a bundled file such as "tower.x". Looked for in the folder that SKELTER_ASSETS names, else
// relative to the executable, as built and as installed. Errors: not_found, naming the folders.
Result<std::string> bundled_file(const std::string& name);

}  // namespace skelter::cli
