#pragma once
// Finds the data bundled with Skelter: assets/ next to the sources, or share/skelter/assets of an
// installation.

#include <string>

#include "skelter/core/result.h"

namespace skelter::cli {

// Returns the path of a bundled file such as "tower.x". Searches the folder in SKELTER_ASSETS if it is set,
// otherwise folders relative to the executable, as built or installed. Errors: not_found, naming the folders.
Result<std::string> bundled_file(const std::string& name);

}  // namespace skelter::cli
