#pragma once
// The options that every subcommand shares: how files are read, and how loud the command is.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/output/console.h"
#include "skelter/compile/clip.h"
#include "skelter/core/result.h"
#include "skelter/load.h"
#include "skelter/render/textures.h"
#include "skelter/scene/evaluate.h"

namespace skelter::cli {

struct ReadingOptions : LoadOptions {
  std::vector<std::string> textures;   // folders for pictures; kNoTexturesAbove among them
  std::string highest_texture_folder;  // TextureOptions::highest_folder
  ConsoleOptions console;
};

// What --ticks-per-second is where it is not given.
enum class Ticks : std::uint8_t {
  file,       // for those who look into a file
  automatic,  // for those who play: frame numbers play at 30 per second
};

// Adds the options to a subcommand. `options` must live as long as the subcommand.
void add_reading_options(CLI::App& command, ReadingOptions& options, Ticks ticks = Ticks::file);

// What stands for no folder: pictures are not looked for above the model.
inline constexpr std::string_view kNoTexturesAbove = "none";

// --textures. `folders` must live as long as the subcommand.
CLI::Option* add_textures_option(CLI::App& command, std::vector<std::string>& folders);
// Errors: not_found for a folder that is not there.
Result<void> expect_texture_folders(const std::vector<std::string>& folders);

// Where pictures are looked for, and the memory limit, if one was given: what they decode to counts before it
// is decoded.
TextureOptions texture_options(const ReadingOptions& options);

// load_scene() after a look at the folders. Errors also: not_found for a folder of --textures.
Result<Scene> read_scene(const std::string& file, const ReadingOptions& options, Pack* pack = nullptr);

// Names --max-memory in the error of a file that is above the default limit.
Result<Scene> with_memory_advice(Result<Scene> scene, const LoadOptions& options);

// Where a clip has matrix keys and others for one node, the reader says that the matrix keys are used. With
// MatrixKeys::product the message says that they are multiplied.
void tell_matrix_keys(Scene& scene, MatrixKeys keys);

// How compile makes clips, and batch packs.
struct ClipOptions {
  std::optional<double> error_bound;
  Effort effort = Effort::normal;
  bool strict_bound = false;
};
void add_clip_options(CLI::App& command, ClipOptions& options);
// As given_reading_options.
std::vector<std::string> given_clip_options(const CLI::App& command);

// --json and --jsonl of commands that answer for several files.
void add_json_options(CLI::App& command, bool& json, bool& json_lines);

// Validators. A number that is not NaN or infinite; one that is also above 0.
CLI::Validator finite_number();
CLI::Validator positive_number();
CLI::Validator distance_number();  // of errors of clips: see is_float_distance

// Sets `target` from one of `choices`, a list of {text, value}; otherwise a usage error lists them.
template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& name, const std::function<void(const T&)>& set,
                        std::vector<std::pair<std::string, T>> choices, const std::string& description) {
  std::string expected;
  for (const auto& choice : choices) expected += (expected.empty() ? "" : "|") + choice.first;
  return command
      .add_option_function<std::string>(
          name,
          [set, choices, expected, name](const std::string& text) {
            for (const auto& choice : choices) {
              if (choice.first != text) continue;
              return set(choice.second);
            }
            throw CLI::ValidationError(name, "\"" + text + "\" is not a choice; expected " + expected);
          },
          description)
      ->type_name(expected);
}
template <class T>
CLI::Option* add_choice(CLI::App& command, const std::string& name, T& target,
                        std::vector<std::pair<std::string, T>> choices, const std::string& description) {
  return add_choice<T>(
      command, name, [&target](const T& value) { target = value; }, std::move(choices), description);
}

// Makes an option repeatable: it takes one value each time it is written, so the files behind it stay files.
// For every option that fills a list; a test holds all options against it.
CLI::Option* make_repeatable(CLI::Option* option);

// --config FILE.json: of `skelter compile`.
CLI::Option* add_config_option(CLI::App& command, std::string& file);

// --report FILE of convert and compile: docs/cli.md. `file` must live as long as the subcommand.
void add_report_option(CLI::App& command, std::string& file);

// The reading options and those of messages as they were given, for another run: {"--absent=rest",
// "--quiet"}.
std::vector<std::string> given_reading_options(const CLI::App& command);

// --wrap, --matrix-keys, --tick-is-ms. `options` must live as long as the subcommand.
void add_pose_options(CLI::App& command, EvaluateOptions& options);

}  // namespace skelter::cli
