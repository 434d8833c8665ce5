#pragma once
// Options that all subcommands share, for reading files and for messages.

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
  std::vector<std::string> textures;   // texture folders, or kNoTexturesAbove
  std::string highest_texture_folder;  // see TextureOptions::highest_folder
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

// Returns the texture folders and, if given, the memory limit, which is checked before images are decoded.
TextureOptions texture_options(const ReadingOptions& options);

// Calls load_scene() after checking the folders. Additional errors: not_found for a folder given with
// --textures.
Result<Scene> read_scene(const std::string& file, const ReadingOptions& options, Pack* pack = nullptr);

// Appends advice about --max-memory to the error for a file above the default limit.
Result<Scene> with_memory_advice(Result<Scene> scene, const LoadOptions& options);

// If a clip has matrix keys and other keys for one node, the reader reports that the matrix keys are used.
// With MatrixKeys::product, changes the message to say that they are multiplied.
void describe_matrix_keys(Scene& scene, MatrixKeys keys);

// Clip settings of compile, and of batch for packs.
struct ClipOptions {
  std::optional<double> error_bound;
  Effort effort = Effort::normal;
  bool strict_bound = false;
};
void add_clip_options(CLI::App& command, ClipOptions& options);
// Like given_reading_options, for clip options.
std::vector<std::string> given_clip_options(const CLI::App& command);

// Adds --json and --jsonl to commands that accept several files.
void add_json_options(CLI::App& command, bool& json, bool& json_lines);

// Validators for finite numbers, and for finite numbers above 0.
CLI::Validator finite_number();
CLI::Validator positive_number();
CLI::Validator distance_number();  // for clip errors; see is_float_distance

// Sets `target` to one of `choices`, a list of {text, value}. Other values give a usage error that lists the
// choices.
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

// Makes an option repeatable: it consumes one value per use, so that files after it stay positional. Required
// for every list option; a test checks all of them.
CLI::Option* make_repeatable(CLI::Option* option);

// Adds --config FILE.json of `skelter compile`.
CLI::Option* add_config_option(CLI::App& command, std::string& file);

// Adds --report FILE of convert and compile (docs/cli.md). `file` must outlive the subcommand.
void add_report_option(CLI::App& command, std::string& file);

// Returns the reading and message options as they were given, to pass them to another process:
// {"--absent=rest", "--quiet"}.
std::vector<std::string> given_reading_options(const CLI::App& command);

// Adds --wrap, --matrix-keys and --tick-is-ms. `options` must outlive the subcommand.
void add_pose_options(CLI::App& command, EvaluateOptions& options);

}  // namespace skelter::cli
