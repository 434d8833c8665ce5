#pragma once
// The extensions of files that Skelter's own readers read: the one list of them.

#include <string>
#include <vector>

namespace skelter {

// Lower case with dot: ".x", ".gltf", ... model_extensions() adds those that Assimp reads.
std::vector<std::string> own_extensions();

}  // namespace skelter
