#pragma once
// The only list of the file extensions of Skelter's own readers.

#include <string>
#include <vector>

namespace skelter {

// Lower case with dot: ".x", ".gltf", ... model_extensions() adds Assimp's.
std::vector<std::string> own_extensions();

}  // namespace skelter
