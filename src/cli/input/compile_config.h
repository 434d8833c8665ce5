#pragma once
// The configuration of `skelter compile`, for those commands that compile a file.

#include <CLI/CLI.hpp>
#include <string>

#include "skelter/compile/compile.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::cli {

Result<std::string> read_text(const std::string& file);

// --config FILE.json.
CLI::Option* add_config_option(CLI::App& command, std::string& file);

// Of a scene; "": as without a configuration. Graphs are read beside it.
Result<CompileSettings> read_config(const std::string& file, const Scene& scene);

}  // namespace skelter::cli
