#pragma once
// Paths of the files bundled with the project.

#include <string>

namespace skelter::test {

inline std::string asset_path(const std::string& name) {
  return std::string(SKELTER_SOURCE_DIR "/assets/") + name;
}

}  // namespace skelter::test
