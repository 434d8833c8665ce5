// skelter graph: works with animation graphs. `check` reports all errors in a graph, `show` prints its
// content.

#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/commands/graph_run.h"
#include "cli/input/graph_input.h"
#include "cli/output/console.h"
#include "cli/output/json_text.h"
#include "cli/output/report/graph_show.h"
#include "cli/output/text_table.h"
#include "play/internal/format/graph_records.h"

namespace skelter::cli {
namespace {

struct GraphOptions {
  GraphFiles files;
  ConsoleOptions console;
  bool json = false;
  bool dot = false;
  bool csv = false;
  std::string inputs;
};

std::string verdict_text(const std::string& file, const GraphInput& input, bool ok) {
  std::size_t errors = 0;
  for (const Diagnostic& d : input.diagnostics) errors += d.severity == Severity::error ? 1 : 0;
  const std::size_t warnings = input.diagnostics.size() - errors;
  std::string counts;
  const auto add = [&](std::size_t count, const char* what) {
    if (count != 0) counts += (counts.empty() ? "" : ", ") + counted(count, what);
  };
  add(errors, "error");
  add(warnings, "warning");
  return fmt::format("{}: {}{}\n", file, ok ? "ok" : "failed", counts.empty() ? "" : " (" + counts + ")");
}

// Returns whether the graph has no errors. `answer`: the result as JSON.
bool check(const GraphInput& input, const GraphOptions& options, Json& answer) {
  const bool ok = report_in_order(input.diagnostics, options.console) == kFine;
  answer = {{"file", options.files.graph}, {"ok", ok}, {"diagnostics", to_json(input.diagnostics)}};
  return ok;
}

int run_check(const GraphOptions& options) {
  const GraphInput input = read_graph_input(options.files);
  Json answer;
  const bool ok = check(input, options, answer);
  const int printed =
      print_answer(options.json ? to_text(answer) : verdict_text(options.files.graph, input, ok));
  return ok ? printed : kFailed;
}

// Like check(), but with --json it also prints the result if the graph is bad.
bool expect_good(const GraphInput& input, const GraphOptions& options, Json& answer) {
  const bool ok = check(input, options, answer);
  if (!ok && options.json) (void)print_answer(to_text(answer));
  return ok;
}

int run_show(const GraphOptions& options) {
  const GraphInput input = read_graph_input(options.files);
  Json answer;
  if (!expect_good(input, options, answer)) return kFailed;
  const AlignedBytes blob = compiled_graph(input);
  GraphRecords view;
  if (const Problem problem = read_graph(blob.span(), view); !problem.ok())
    return report(Error{problem.status, "graph.compiled", problem.what, {options.files.graph, 0, {}, {}}});
  const ShownGraph shown{input.source, view, blob.size()};
  if (options.json) {
    answer.update(graph_json(shown));
    return print_answer(to_text(answer));
  }
  return print_answer(options.dot ? graph_dot(shown) : graph_text(shown));
}

int run_run(const GraphOptions& options) {
  const GraphInput input = read_graph_input(options.files);
  Json answer;
  if (!expect_good(input, options, answer)) return kFailed;
  if (!input.character)
    return report(usage_error("--clips", "missing; expected --clips CLIPS.json or --character FILE"));
  return run_graph(options.files, input, options.inputs, options.csv);
}

void add_options(CLI::App& command, GraphOptions& options) {
  add_graph_files(command, options.files);
  command.add_flag("--json", options.json, "Print JSON");
  command.add_flag("--quiet", options.console.quiet, "Hide warnings");
  command.add_flag("--warnings-as-errors", options.console.warnings_as_errors, "Exit with 1 on any warning");
}

}  // namespace

Command add_graph(CLI::App& app) {
  CLI::App* command = app.add_subcommand("graph", "Check, show and run animation graphs");
  command->require_subcommand(1);
  auto checked = std::make_shared<GraphOptions>();
  CLI::App* check =
      command->add_subcommand("check", "Check a graph and report every problem with line and column");
  add_options(*check, *checked);
  check->footer("Example: skelter graph check hero.graph.json --character hero.skelter");
  auto shown = std::make_shared<GraphOptions>();
  CLI::App* show =
      command->add_subcommand("show", "Show the states, transitions, sizes and longest pose list of a graph");
  add_options(*show, *shown);
  show->add_flag("--dot", shown->dot, "Print the state machines for Graphviz: ... | dot -Tsvg");
  show->footer("Example: skelter graph show hero.graph.json --clips clips.json");
  auto ran = std::make_shared<GraphOptions>();
  CLI::App* run =
      command->add_subcommand("run", "Play a graph with a script and print the result of each update");
  add_options(*run, *ran);
  run->add_option("--inputs", ran->inputs, "Calls of the game, as JSON steps; - for standard input")
      ->required()
      ->type_name("SCRIPT.json");
  run->add_flag("--csv", ran->csv, "Print a table");
  run->footer("Example: skelter graph run hero.graph.json --clips clips.json --inputs script.json --json");
  command->footer("Example: skelter graph check hero.graph.json --json");
  return {command, [=] {
            if (run->parsed()) return run_run(*ran);
            return check->parsed() ? run_check(*checked) : run_show(*shown);
          }};
}

}  // namespace skelter::cli
