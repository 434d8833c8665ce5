// skelter check: tests whether a file is valid and would work in an engine.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/output/json_text.h"
#include "cli/output/report/lint_report.h"
#include "cli/output/text_table.h"
#include "scene/lint/internal/lint.h"
#include "skelter/compile/compile.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/scene/validate.h"
#include "skelter/system/file.h"
#include "viewer/report/internal/scene_check.h"

namespace skelter::cli {
namespace {

struct CheckOptions {
  std::vector<std::string> files;
  bool json = false;
  bool json_lines = false;
  LintOptions lint;
  bool rules_given = false;        // --rules was given and is not "none"
  std::vector<std::string> loops;  // clips declared as loops
  std::vector<std::string> once;   // clips declared to play once
  std::string config;              // configuration of `compile`, used for its "loop" settings
  ReadingOptions reading;
};

struct Verdict {
  std::string file;
  bool ok = true;
  Diagnostics diagnostics;  // includes an error that stopped reading
  Json lint = Json::array();
  std::string lint_text;
  // The clips named by --loop and --once. Empty if the file is bad.
  std::vector<Result<std::uint32_t>> named;
  std::optional<Error> contradiction;  // a clip is named by both options
};

void add_error(Verdict& verdict, const Error& error) {
  verdict.diagnostics.add(Severity::error, error.code, error.where, error.message);
}

// Returns the names given with --loop, then those given with --once.
std::vector<std::string> named_clips(const CheckOptions& options) {
  std::vector<std::string> names = options.loops;
  names.insert(names.end(), options.once.begin(), options.once.end());
  return names;
}

// Rejects clips that are declared both to loop and to play once.
Result<void> expect_one_declaration(const Scene& scene, const CheckOptions& options) {
  for (const std::string& once : options.once)
    for (const std::string& loop : options.loops) {
      const auto a = choose_clip(scene, once), b = choose_clip(scene, loop);
      if (a && b && *a == *b)
        return usage_error("--once", fmt::format("\"{}\" is also given to --loop", once));
    }
  return {};
}

// Adds the loop declarations of the configuration, then those of the command line.
Result<LintOptions> with_loops(const Scene& scene, const CheckOptions& options) {
  LintOptions lint = options.lint;
  const auto add = [&](std::uint32_t clip, bool loops, std::string source) {
    lint.loops.emplace_back(fmt::format("#{}", clip), loops);
    lint.loop_sources.push_back(std::move(source));
  };
  if (!options.config.empty()) {
    const auto bytes = read_file(options.config);
    if (!bytes) return bytes.error();
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto settings = read_compile_settings(text, options.config, scene);
    if (!settings) return settings.error();
    for (std::uint32_t clip = 0; clip < settings->clips.size(); ++clip)
      if (settings->clips[clip].loop) add(clip, *settings->clips[clip].loop, "the configuration");
  }
  for (const std::string& name : options.loops)
    if (const auto clip = choose_clip(scene, name)) add(*clip, true, "--loop");
  for (const std::string& name : options.once)
    if (const auto clip = choose_clip(scene, name)) add(*clip, false, "--once");
  return lint;
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
    const std::uint64_t max_upload_bytes = reading.limits.max_memory_bytes;
    if (const auto valid = validate(*scene); !valid)
      add_error(verdict, valid.error());
    else if (const auto playable = check_playable(*scene, max_upload_bytes, verdict.diagnostics); !playable)
      add_error(verdict, playable.error());
    else if (const auto lint_options = with_loops(*scene, options); !lint_options)
      add_error(verdict, lint_options.error());
    else
      add_lint(verdict, *scene, *lint_options);
    for (const std::string& name : named_clips(options)) verdict.named.push_back(choose_clip(*scene, name));
    if (const auto one = expect_one_declaration(*scene, options); !one) verdict.contradiction = one.error();
    (void)load_textures(*scene, verdict.diagnostics, texture_options(options.reading));
    check_scene(*scene, texture_options(options.reading), options.rules_given, verdict.diagnostics);
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
    counts += (counts.empty() ? "" : ", ") + counted(count, to_text(severity));
  }
  return fmt::format("{}: {}{}\n{}", verdict.file, verdict.ok ? "ok" : "failed",
                     counts.empty() ? "" : " (" + counts + ")", verdict.lint_text);
}

int run_check(const CheckOptions& options) {
  int code = kFine;
  Json answers = Json::array();
  std::string text;
  const std::size_t names = named_clips(options).size();
  std::vector<std::optional<Error>> unknown(names);  // names of --loop and --once
  std::vector<bool> known(names, false);
  for (const std::string& file : options.files) {
    const Verdict verdict = judge(file, options);
    if (verdict.contradiction) return report(*verdict.contradiction);
    for (std::size_t i = 0; i < verdict.named.size(); ++i) {
      known[i] = known[i] || verdict.named[i].ok();
      if (!verdict.named[i]) unknown[i] = verdict.named[i].error();
    }
    report(verdict.diagnostics, options.reading.console);
    if (!verdict.ok) code = kFailed;
    if (options.json_lines)
      text += to_line(verdict_json(verdict));
    else if (options.json)
      answers.push_back(verdict_json(verdict));
    else
      text += verdict_text(verdict);
  }
  for (std::size_t i = 0; i < known.size(); ++i)  // every name must exist in at least one of the files
    if (!known[i] && unknown[i]) return report(*unknown[i]);
  if (options.json && !options.json_lines) text = to_text(answers.size() == 1 ? answers[0] : answers);
  return std::max(code, print_answer(text));
}

}  // namespace

Command add_check(CLI::App& app) {
  auto options = std::make_shared<CheckOptions>();
  options->reading.gltf.check_all = true;
  CLI::App* command = app.add_subcommand("check", "Find errors in files, and motion that looks wrong");
  command->add_option("FILE", options->files, "Files; - for standard input")->required();
  add_json_options(*command, options->json, options->json_lines);
  add_lint_options(*command, options->lint);
  make_repeatable(command->add_option("--loop", options->loops, "Clip that is meant to loop; repeatable"))
      ->type_name("NAME|#N|N");
  make_repeatable(command->add_option("--once", options->once, "Clip that is meant to play once; repeatable"))
      ->type_name("NAME|#N|N");
  command
      ->add_option("--config", options->config,
                   "Configuration of `compile`: its \"loop\" names the clips that loop")
      ->type_name("FILE.json");
  add_reading_options(*command, options->reading);
  command->footer(
      "Example: skelter check assets/mannequin.x --rules loop-seam,foot-slide --threshold foot-slide=0.03");
  return {command, [options, command] {
            options->rules_given =
                command->count("--rules") != 0 && !(options->lint.rules && options->lint.rules->empty());
            return run_check(*options);
          }};
}

}  // namespace skelter::cli
