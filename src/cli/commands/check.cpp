// skelter check: is a file sound, and would it work in an engine?

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands/commands.h"
#include "cli/input/hints.h"
#include "cli/input/reading_options.h"
#include "cli/output/json_text.h"
#include "cli/output/lint_report.h"
#include "skelter/render/textures.h"
#include "skelter/scene/lint.h"
#include "skelter/scene/validate.h"

namespace skelter::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  LintOptions lint;
  ReadingOptions reading;
};

struct Verdict {
  std::string file;
  bool ok = true;
  Diagnostics diagnostics;  // an error that stopped the reading is among them
  Json lint = Json::array();
  std::string lint_text;
};

void add_error(Verdict& verdict, const Error& error) {
  verdict.diagnostics.add(Severity::error, error.code, error.where, error.message);
}

void add_lint(Verdict& verdict, const Scene& scene, const LintOptions& options) {
  const std::vector<LintFinding> findings = lint(scene, options);
  for (const LintFinding& finding : findings) verdict.ok = verdict.ok && finding.ok;
  verdict.lint = to_json(findings, scene);
  verdict.lint_text = to_text(findings, scene);
}

Verdict judge(const std::string& file, const CheckOptions& options) {
  const ReadingOptions& reading = options.reading;
  Verdict verdict;
  verdict.file = file;
  const auto scene = read_scene(file, reading);
  if (!scene) {
    add_error(verdict, scene.error());
  } else {
    verdict.diagnostics = scene->diagnostics;
    if (const auto valid = validate(*scene); !valid)
      add_error(verdict, valid.error());
    else
      add_lint(verdict, *scene, options.lint);
    (void)load_textures(*scene, verdict.diagnostics, texture_options(options.reading));
    add_hints(*scene, verdict.diagnostics);
  }
  const bool warned = reading.console.warnings_as_errors && verdict.diagnostics.count(Severity::warning) != 0;
  verdict.ok = verdict.ok && verdict.diagnostics.count(Severity::error) == 0 && !warned;
  return verdict;
}

Json verdict_json(const Verdict& verdict) {
  return {{"file", verdict.file},
          {"ok", verdict.ok},
          {"diagnostics", to_json(verdict.diagnostics)},
          {"lint", verdict.lint}};
}

std::string verdict_text(const Verdict& verdict) {
  std::string counts;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const std::uint64_t count = verdict.diagnostics.count(severity);
    if (count == 0) continue;
    counts +=
        fmt::format("{}{} {}{}", counts.empty() ? "" : ", ", count, to_text(severity), count == 1 ? "" : "s");
  }
  return fmt::format("{}: {}{}\n{}", verdict.file, verdict.ok ? "ok" : "failed",
                     counts.empty() ? "" : " (" + counts + ")", verdict.lint_text);
}

int run_check(const CheckOptions& options) {
  int code = kFine;
  Json answers = Json::array();
  std::string text;
  for (const std::string& file : options.files) {
    const Verdict verdict = judge(file, options);
    report(verdict.diagnostics, options.reading.console);
    if (!verdict.ok) code = kFailed;
    if (options.json)
      answers.push_back(verdict_json(verdict));
    else
      text += verdict_text(verdict);
  }
  if (options.json) text = to_text(answers.size() == 1 ? answers[0] : answers);
  return std::max(code, print_answer(text));
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Finds errors in files, and motion that looks wrong");
  command->add_option("FILE", options->files, "The files; - for standard input")->required();
  command->add_flag("--json", options->json, "Print JSON: an object, or a list of them for several files");
  add_lint_options(*command, options->lint);
  add_reading_options(*command, options->reading);
  command->footer(
      "Example: skelter check assets/mannequin.x --rules loop-seam,foot-slide --threshold foot-slide=0.03");
  return {command, [options] { return run_check(*options); }};
}

}  // namespace skelter::cli
