#pragma once
// The texts of src/render/shaders/*.glsl, embedded by the build (cmake/embed_texts.cmake).

#include <string_view>

namespace skelter {

// "" for a name that does not exist.
std::string_view shader_source(std::string_view file_name);

}  // namespace skelter
