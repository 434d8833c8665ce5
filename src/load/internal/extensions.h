#pragma once
// The only list of the file extensions that Skelter's own readers support.

#include <string>
#include <vector>

namespace skelter {

// Returns ".x", ".gltf" and so on: lower case, with the dot. model_extensions() adds Assimp's extensions.
std::vector<std::string> own_extensions();

}  // namespace skelter
