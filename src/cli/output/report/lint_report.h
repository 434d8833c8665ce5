#pragma once
// The lint part of `check`: selected rules and thresholds, and output of findings.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output/json_text.h"
#include "scene/lint/internal/lint.h"

namespace skelter::cli {

// Adds --rules and --threshold. `options` must outlive the subcommand.
void add_lint_options(CLI::App& command, LintOptions& options);

// The entries of "lint".
Json to_json(const std::vector<LintFinding>& findings, const Scene& scene);

// A line for every failed finding, one for the largest finding with a note of each rule, and one that names
// the rules with neither. Empty if no rule measured anything.
std::string to_text(const std::vector<LintFinding>& findings, const Scene& scene);

}  // namespace skelter::cli
