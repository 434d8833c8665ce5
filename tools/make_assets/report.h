#pragma once
#include <string>

namespace skelter::assets {

// Measures FOLDER/mannequin.x and prints each value with its limit. True if all limits hold.
bool report(const std::string& folder);

}  // namespace skelter::assets
