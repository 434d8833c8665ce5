#pragma once
// The texts of src/skinning/gpu/shaders/*.glsl, embedded by the build. They are parts of vertex shaders
// (GLSL 3.30): each skin_*.glsl defines `void skin(inout vec3 position, inout vec3 normal)`, each
// morph_*.glsl likewise `morph`; what they need is said at their top. docs/gpu-skinning.md tells which go
// together.

#include <string_view>

namespace skelter {

// "" for a name that does not exist.
std::string_view skinning_shader_source(std::string_view file_name);

}  // namespace skelter
