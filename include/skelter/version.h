#pragma once
// The version of Skelter, for programs that compile against several. CMakeLists.txt reads it from here.
// Before 1.0 a new minor version may break the API; a new patch version does not: docs/embedding.md.

#include <string_view>

#define SKELTER_VERSION_MAJOR 0
#define SKELTER_VERSION_MINOR 2
#define SKELTER_VERSION_PATCH 0

namespace skelter {

inline constexpr std::string_view kVersion = "0.2.0";

}  // namespace skelter
