#pragma once
#include <string>

namespace skelter::assets {

// Measures FOLDER/mannequin.x, prints each measure beside its limit. True when all limits hold.
bool report(const std::string& folder);

}  // namespace skelter::assets
