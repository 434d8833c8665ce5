#pragma once
// --shaders FOLDER: shader and effect files that a person has edited. --debug-shaders: how they are compiled.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output/console.h"
#include "render/internal/shader_files.h"
#include "skelter/core/result.h"

namespace skelter::cli {

// Those of the renderer, of skinning and of the demonstrations.
std::vector<ShaderFile> all_shader_files();

// `folder` and `debug` must live as long as the subcommand.
void add_shader_options(CLI::App& command, std::string& folder, bool& debug);

// Notes which shader files of the folder have a name that nothing asks for. Errors: not_found.
Result<void> expect_shader_folder(const std::string& folder, const ConsoleOptions& console);

}  // namespace skelter::cli
