#pragma once
// The options that say how a clip is played, shared by eval, render and demo.

#include <CLI/CLI.hpp>

#include "skelter/scene/evaluate.h"

namespace skelter::cli {

// --wrap, --matrix-keys, --tick-is-ms. `options` must live as long as the subcommand.
void add_pose_options(CLI::App& command, EvaluateOptions& options);

}  // namespace skelter::cli
