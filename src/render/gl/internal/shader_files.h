#pragma once
// Texts of the built-in shader and effect files, which files in RendererOptions::shader_folder may replace.

#include <span>
#include <string_view>
#include <vector>

namespace skelter {

struct ShaderFile {
  std::string_view name, text;
};

// Returns the files of the renderer and of skinning.
std::vector<ShaderFile> shader_files();

}  // namespace skelter
