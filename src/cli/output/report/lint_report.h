#pragma once
// The lint part of `check`: selects rules and thresholds, and prints findings.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/output/json_text.h"
#include "scene/lint/internal/lint.h"

namespace skelter::cli {

// Adds --rules and --threshold. `options` must outlive the subcommand.
void add_lint_options(CLI::App& command, LintOptions& options);

// Returns the entries of "lint".
Json to_json(const std::vector<LintFinding>& findings, const Scene& scene);

// Returns a line for every failed finding, a line for each rule's largest finding with a note, and a line
// that names the remaining rules. Empty if no rule measured anything.
std::string to_text(const std::vector<LintFinding>& findings, const Scene& scene);

}  // namespace skelter::cli
