#pragma once
// Options that every subcommand shares: reading of files, and message output.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/output/console.h"
#include "skelter/compile/settings.h"
#include "skelter/core/result.h"
#include "skelter/load.h"
#include "skelter/render/textures.h"
#include "skelter/scene/evaluate.h"

namespace skelter::cli {

struct ReadingOptions : LoadOptions {
  std::vector<std::string> textures;   // texture folders, possibly kNoTexturesAbove
  std::string highest_texture_folder;  // TextureOptions::highest_folder
  ConsoleOptions console;
};

// Default of --ticks-per-second.
enum class Ticks : std::uint8_t {
  file,       // for inspecting a file
  automatic,  // for playback: frame numbers play at 30 per second
};

// Adds the options to a subcommand. `options` must outlive the subcommand.
void add_reading_options(CLI::App& command, ReadingOptions& options, Ticks ticks = Ticks::file);

// Value that disables the search for images above the model.
inline constexpr std::string_view kNoTexturesAbove = "none";

// Adds --textures. `folders` must outlive the subcommand.
CLI::Option* add_textures_option(CLI::App& command, std::vector<std::string>& folders);
// Errors: not_found for a missing folder.
Result<void> expect_texture_folders(const std::vector<std::string>& folders);

// The texture folders, and the memory limit if given, which is checked before images are decoded.
TextureOptions texture_options(const ReadingOptions& options);

// load_scene() after checking the folders. Additional errors: not_found for a folder of --textures.
Result<Scene> read_scene(const std::string& file, const ReadingOptions& options, Pack* pack = nullptr);

// Adds --max-memory to the error message of a file above the default limit.
Result<Scene> with_memory_advice(Result<Scene> scene, const LoadOptions& options);

// If a clip has matrix keys and other keys for one node, the reader reports that the matrix keys are used.
// With MatrixKeys::product the message is changed: they are multiplied.
void describe_matrix_keys(Scene& scene, MatrixKeys keys);

// Clip settings of compile, and of batch for packs.
struct ClipOptions {
  std::optional<double> error_bound;
  Effort effort = Effort::normal;
  bool strict_bound = false;
};
void add_clip_options(CLI::App& command, ClipOptions& options);
// Like given_reading_options.
std::vector<std::string> given_clip_options(const CLI::App& command);

// --json and --jsonl of commands that answer for several files.
void add_json_options(CLI::App& command, bool& json, bool& json_lines);

// Validators for finite numbers, and for finite numbers above 0.
CLI::Validator finite_number();
CLI::Validator positive_number();
CLI::Validator distance_number();  // clip errors: see is_float_distance

// Sets `target` from one of `choices`, a list of {text, value}. For other values, a usage error lists them.
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

// Makes an option repeatable: it consumes one value per use, so that files after it stay positional. Needed
// for every list option; a test checks all of them.
CLI::Option* make_repeatable(CLI::Option* option);

// Adds --config FILE.json of `skelter compile`.
CLI::Option* add_config_option(CLI::App& command, std::string& file);

// Adds --report FILE of convert and compile: docs/cli.md. `file` must outlive the subcommand.
void add_report_option(CLI::App& command, std::string& file);

// The reading and message options as given, for another process: {"--absent=rest", "--quiet"}.
std::vector<std::string> given_reading_options(const CLI::App& command);

// Adds --wrap, --matrix-keys and --tick-is-ms. `options` must outlive the subcommand.
void add_pose_options(CLI::App& command, EvaluateOptions& options);

}  // namespace skelter::cli
