// skelter compile: compiles a scene file to runtime data in one pack.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/output/depfile.h"
#include "cli/output/distinct_files.h"
#include "cli/output/progress.h"
#include "cli/output/report/compile_report.h"
#include "cli/output/report/file_record.h"
#include "cli/output/text_table.h"
#include "compile/build_pack/internal/build_pack.h"
#include "load/internal/configured.h"
#include "save/internal/save_scene.h"
#include "scene/internal/lost_weight.h"
#include "skelter/crowd/task_tbb.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

struct CompileOptions {
  std::string in;
  std::string out;
  std::string config;
  std::string depfile;
  std::string report;
  std::uint32_t jobs = 0;
  bool hot = false;
  bool force = false;
  bool json = false;
  ClipOptions clips;
  ReadingOptions reading;
};

Result<void> expect_target(const CompileOptions& options) {
  if (options.out == "-")
    return options.json ? usage_error("--json", "the pack goes to standard output; use a file as OUT")
                        : Result<void>();
  const std::string ending = extension(options.out);
  if (ending != ".skelter" && !is_stream(options.out))
    return usage_error(options.out, ending.empty() ? "no file extension; expected .skelter"
                                                   : ending + " is not a pack; expected .skelter");
  return expect_writable_target(options.out, options.force);
}

Result<CompileSettings> read_settings(const Scene& scene, const CompileOptions& options) {
  auto read = read_configuration(options.config, scene);
  if (!read) return read;
  CompileSettings& settings = *read;
  settings.store_clips = !options.hot;
  settings.max_memory_bytes = options.reading.limits.max_memory_bytes;
  for (ClipSettings& clip : settings.clips) {
    if (options.clips.error_bound) clip.error_bound = *options.clips.error_bound;
    clip.effort = options.clips.effort;
    clip.strict_bound = options.clips.strict_bound;
  }
  return read;
}

void warn_of_lines(Scene& scene) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    std::size_t lines = 0, points = 0;
    for (const Primitive& primitive : scene.meshes[m].primitives) {
      lines += primitive.lines.size() / 2;
      points += primitive.points.size();
    }
    if (lines + points == 0) continue;
    scene.diagnostics.add(
        Severity::warning, "compile.lines",
        {scene.file, 0, std::nullopt, "Mesh " + shown_name(scene.meshes[m].name, m)},
        fmt::format("{} lines and {} points are left out, because packs cannot store them", lines, points));
  }
}

// Writes the pack last, so that it never exists without its depfile.
Result<void> write_all(const CompileOptions& options, const PackBuild& pack,
                       const std::vector<std::string>& inputs) {
  if (auto written = write_depfile(options.depfile, options.out, inputs); !written) return written;
  return write_file(options.out, pack.bytes.span(), options.force);
}

std::vector<NamedFile> files_of_compile(const CompileOptions& options) {
  std::vector<NamedFile> files = {{"IN", options.in, false},
                                  {"OUT", options.out, true},
                                  {"--config", options.config, false},
                                  {"--depfile", options.depfile, true},
                                  {"--report", options.report, true}};
  for (const std::string& file : options.reading.with_clips) files.push_back({"--with-clips", file, false});
  return files;
}

int compile(const CompileOptions& options, FileReporter& reporter) {
  if (const auto target = expect_target(options); !target) return reporter.report(target.error());
  auto scene = read_scene(options.in, options.reading);
  if (!scene) return reporter.report(scene.error());
  if (scene->format == "pack")
    return reporter.report(Error{Status::unsupported,
                                 "cli.pack",
                                 "is already a pack; expected its source file",
                                 {scene->file, 0, {}, {}}});
  auto settings = read_settings(*scene, options);
  if (!settings) return reporter.report(settings.error());
  std::vector<std::string> inputs = {options.in};
  inputs.insert(inputs.end(), options.reading.with_clips.begin(), options.reading.with_clips.end());
  for (const std::string& buffer : buffer_files(options.in)) inputs.push_back(buffer);
  if (!options.config.empty()) inputs.push_back(options.config);
  scene->diagnostics.append(
      take_pictures_in(*scene, inputs, texture_options(options.reading), Pictures::for_packs));
  if (const auto distinct = expect_distinct_files(files_of_compile(options), inputs); !distinct)
    return reporter.report_only_here(distinct.error());
  warn_of_lines(*scene);
  reporter.set_clips(*scene);
  // If the configuration sets a smaller maximum number of influences, the report shows the lost weight, and
  // no warning is needed here.
  if (settings->max_influences == kMaxInfluences)
    warn_of_lost_weight(*scene, kMaxInfluences, scene->diagnostics);
  if (const int judged = reporter.report(scene->diagnostics, options.reading.console); judged != kFine)
    return judged;
  // Limited to the number of processors, because with more threads TBB prints a warning on standard error
  // despite --quiet.
  TbbTasks tasks(std::min(options.jobs, std::uint32_t{processor_count()}));
  settings->tasks = tasks.runner();
  const auto pack = [&] {
    Progress progress("clip", scene->clips.size(), options.reading.console.quiet);
    return build_pack(
        *scene, *settings, [&](std::string_view name) { progress.step(name); }, thread_cpu_seconds);
  }();
  if (!pack) return reporter.report(in_file(pack.error(), *scene));
  if (const int judged = report_in_order(pack->graph_warnings, options.reading.console); judged != kFine)
    return judged;
  inputs.insert(inputs.end(), pack->graph_files.begin(), pack->graph_files.end());
  if (const auto distinct = expect_distinct_files(files_of_compile(options), inputs); !distinct)
    return reporter.report_only_here(distinct.error());
  const Diagnostics missed = missed_bounds(*scene, *pack);
  if (const int judged = reporter.report(missed, options.reading.console); judged != kFine) return judged;
  scene->diagnostics.append(missed);
  if (const auto written = write_all(options, *pack, inputs); !written)
    return reporter.report(written.error());
  if (options.out == "-") return kFine;
  return print_answer(options.json ? compile_json(*scene, *pack, options.out)
                                   : compile_text(*scene, *pack, options.out, options.reading.console.all));
}

int run_compile(CompileOptions options) {
  if (is_standard_output(options.out)) options.out = "-";
  if (const auto distinct = expect_distinct_files(files_of_compile(options)); !distinct)
    return report(distinct.error());
  if (const auto room = expect_writable_side_files(options.depfile, options.report); !room)
    return report(room.error());
  FileReporter reporter(options.in, options.out, options.report);
  return reporter.finish(compile(options, reporter));
}

}  // namespace

Command add_compile(CLI::App& app) {
  auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "Compile a file into a pack for the runtime");
  command->add_option("IN", options->in, "File; - for standard input")->required();
  command->add_option("OUT", options->out, "Pack, .skelter; - for standard output")->required();
  add_config_option(*command, options->config);
  command->add_option("--jobs", options->jobs, "Clips to compile at a time (default: one per processor)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_option("--depfile", options->depfile, "Write the list of files that OUT depends on, for Make")
      ->type_name("FILE");
  add_report_option(*command, options->report);
  command->add_flag("--hot", options->hot, "Store clips in the form that plays without decoding (larger)");
  command->add_flag("--force", options->force, "Replace OUT if it exists");
  command->add_flag("--json", options->json, "Print JSON");
  add_clip_options(*command, options->clips);
  add_reading_options(*command, options->reading, Ticks::automatic);
  command->footer(
      "Example: skelter compile assets/mannequin.x mannequin.skelter --config assets/mannequin.json");
  return {command, [options] { return run_compile(*options); }};
}

}  // namespace skelter::cli
