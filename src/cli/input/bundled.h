#pragma once
// The data bundled with Skelter: assets/ next to the sources, or share/skelter/assets of an installation.

#include <string>

#include "skelter/core/result.h"

namespace skelter::cli {

// The path of a bundled file such as "tower.x". Searches the folder in SKELTER_ASSETS if set, else relative
// to the executable, as built or installed. Errors: not_found, naming the folders.
Result<std::string> bundled_file(const std::string& name);

}  // namespace skelter::cli
