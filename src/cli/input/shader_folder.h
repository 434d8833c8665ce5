#pragma once
// --shaders FOLDER: shader and effect files edited by the user. --debug-shaders: how they are compiled.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output/console.h"
#include "render/gl/internal/shader_files.h"
#include "skelter/core/result.h"

namespace skelter::cli {

// Returns the shader files of the renderer, of skinning and of the demonstrations.
std::vector<ShaderFile> all_shader_files();

// `folder` and `debug` must outlive the subcommand.
void add_shader_options(CLI::App& command, std::string& folder, bool& debug);

// Adds a note for each shader file in the folder that is never used. Errors: not_found.
Result<void> expect_shader_folder(const std::string& folder, const ConsoleOptions& console);

}  // namespace skelter::cli
