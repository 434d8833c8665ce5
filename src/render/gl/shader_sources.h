#pragma once
// Texts of src/render/shaders/*.glsl, embedded by the build (cmake/embed_texts.cmake).

#include <span>
#include <string_view>

namespace skelter {

// Returns "" for an unknown name.
std::string_view shader_source(std::string_view file_name);
std::span<const std::string_view> shader_source_names();
// Returns the names of the texts of skinning/gpu.h, which are embedded in the same way.
std::span<const std::string_view> skinning_shader_source_names();

}  // namespace skelter
