#pragma once
// The built-in shader and effect files, as texts: what RendererOptions::shader_folder may replace.

#include <span>
#include <string_view>
#include <vector>

namespace skelter {

struct ShaderFile {
  std::string_view name, text;
};

// Those of the renderer and of skinning.
std::vector<ShaderFile> shader_files();

}  // namespace skelter
