#pragma once
// The lint part of `check`: which rules and thresholds were asked for, and how findings are shown.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output/json_text.h"
#include "skelter/scene/lint.h"

namespace skelter::cli {

// Adds --rules and --threshold. `options` must live as long as the subcommand.
void add_lint_options(CLI::App& command, LintOptions& options);

// The entries of "lint".
Json to_json(const std::vector<LintFinding>& findings, const Scene& scene);

// A line for every finding that failed, one for the largest of each rule's that have a note, and one that
// names the rules with neither. Empty when no rule found anything to measure.
std::string to_text(const std::vector<LintFinding>& findings, const Scene& scene);

}  // namespace skelter::cli
