#include "cli/input/reading_options.h"

#include <algorithm>
#include <tuple>

#include "system/internal/filesystem.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

constexpr const char* kGroup = "Reading options";
constexpr const char* kMessages = "Messages";
constexpr const char* kClips = "Clips of packs";

CLI::Validator number_check(bool (*fine)(double), const std::string& expected) {
  return CLI::Validator(
      [fine, expected](std::string& text) {
        const std::optional<double> value = parse_number(text);
        if (value && fine(*value)) return std::string();
        return "\"" + text + "\" is not " + expected;
      },
      "");
}

// As they were given, for the command of each file of a batch.
std::vector<std::string> given_in(const CLI::App& command, const std::vector<std::string>& groups) {
  std::vector<std::string> given;
  for (const CLI::Option* option : command.get_options()) {
    if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end()) continue;
    const bool flag = option->get_expected_max() == 0;
    for (const std::string& value : option->results())
      given.push_back(option->get_name() + (flag ? "" : "=" + value));
  }
  return given;
}

CLI::Validator tick_rate() {
  return CLI::Validator(
      [](std::string& text) {
        const bool fine = text == "auto" || text == "file" || parse_number(text).value_or(0) > 0;
        return fine ? std::string() : "\"" + text + "\" is not a number above 0, auto or file";
      },
      "");
}

void add_ticks_option(CLI::App& command, LoadOptions& options, Ticks ticks) {
  const bool automatic = ticks == Ticks::automatic;
  options.x.frame_numbers = automatic;
  command
      .add_option_function<std::string>(
          "--ticks-per-second",
          [&options](const std::string& text) {
            options.ticks_per_second = parse_number(text);
            options.x.frame_numbers = text == "auto";
          },
          std::string("Tick rate, instead of the file's own; auto: 30 for frame numbers (default ") +
              (automatic ? "auto)" : "file)"))
      ->check(tick_rate())
      ->type_name("N|auto|file")
      ->group(kGroup);
}

}  // namespace

CLI::Validator finite_number() {
  return number_check([](double) { return true; }, "a finite number");
}

CLI::Validator positive_number() {
  return number_check([](double value) { return value > 0; }, "a number above 0");
}

CLI::Validator distance_number() {
  return number_check(is_float_distance, std::string(kFloatDistance));
}

void add_reading_options(CLI::App& command, ReadingOptions& options, Ticks ticks) {
  add_ticks_option(command, options, ticks);
  add_choice(command, "--rotation-keys", options.x.rotation_keys,
             {{"d3dx", RotationKeys::d3dx}, {"as-stored", RotationKeys::as_stored}},
             "How rotation keys are stored (default d3dx)")
      ->group(kGroup);
  add_choice(command, "--absent", options.absent, {{"rest", Absent::rest}, {"identity", Absent::identity}},
             "What a bone's missing keys mean (default rest)")
      ->group(kGroup);
  command.add_flag("--d3dx-strict", options.x.strict, "Accept only what D3DX accepts")->group(kGroup);
  add_choice(command, "--code-page", options.code_page,
             {{"1252", CodePage::windows_1252}, {"932", CodePage::shift_jis}},
             "Encoding of names that are not UTF-8 (default 1252)")
      ->group(kGroup);
  command.add_option("--max-memory", options.limits.max_memory_bytes, "Memory limit per file")
      ->type_name("BYTES")
      ->group(kGroup);
  command
      .add_flag("--allow-outside", options.allow_outside,
                "Also read buffers and images outside the folder of the file: links that lead out of it, and "
                "in glTF and files that Assimp reads other paths")
      ->group(kGroup);
  command.add_option("--metres-per-unit", options.metres_per_unit, "Size of the file's unit")
      ->check(positive_number())
      ->type_name("M")
      ->group(kGroup);
  make_repeatable(command.add_option("--with-clips", options.with_clips,
                                     "Add the clips of another file by node name; repeatable"))
      ->type_name("FILE")
      ->group(kGroup);
  command
      .add_flag("--map-names", options.map_names,
                "Clips of other files: also match names that differ by prefix, suffix or case")
      ->group(kGroup);
  add_choice(command, "--up", options.up,
             {{"y", FileUp::y}, {"z", FileUp::z}, {"-z", FileUp::minus_z}, {"x", FileUp::x}},
             "The axis that is up in the file; it is turned to +Y (default y)")
      ->group(kGroup);
  add_textures_option(command, options.textures)->group(kGroup);
  command
      .add_option("--textures-top", options.highest_texture_folder,
                  "Look for pictures above the model no higher than here")
      ->type_name("DIR")
      ->group(kGroup);
  command.add_flag("--quiet", options.console.quiet, "Hide notes and warnings")->group(kMessages);
  command.add_flag("--all", options.console.all, "List every note and warning on a line of its own")
      ->group(kMessages);
  command.add_flag("--warnings-as-errors", options.console.warnings_as_errors, "Exit with 1 on any warning")
      ->group(kMessages);
}

CLI::Option* add_textures_option(CLI::App& command, std::vector<std::string>& folders) {
  return make_repeatable(
             command.add_option(
                 "--textures", folders,
                 "Also look for pictures here and in the folders below; repeatable. none: not in the folders "
                 "above the model"))
      ->type_name("DIR|none");
}

Result<void> expect_texture_folders(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (folder != kNoTexturesAbove && !is_folder(folder))
      return Error{Status::not_found,
                   "cli.no-textures",
                   "no such folder; expected one with pictures, or none",
                   {folder, 0, {}, {}}};
  return {};
}

TextureOptions texture_options(const ReadingOptions& options) {
  TextureOptions textures;
  textures.folders_above = kMostTextureFoldersAbove;
  textures.highest_folder = options.highest_texture_folder;
  textures.allow_outside = options.allow_outside;
  for (const std::string& folder : options.textures) {
    if (folder == kNoTexturesAbove)
      textures.folders_above = 0;
    else
      textures.search_folders.push_back(folder);
  }
  const std::uint64_t limit = options.limits.max_memory_bytes;
  if (limit != 0) textures.max_total_bytes = textures.decode.max_bytes = limit;
  return textures;
}

Result<Scene> read_scene(const std::string& file, const ReadingOptions& options, Pack* pack) {
  if (auto there = expect_texture_folders(options.textures); !there) return there.error();
  return with_memory_advice(load_scene(file, options, pack), options);
}

Result<Scene> with_memory_advice(Result<Scene> scene, const LoadOptions& options) {
  if (scene || options.limits.max_memory_bytes != 0) return scene;
  Error error = scene.error();
  if (error.code == "file.too-large") error.message += "; --max-memory BYTES allows more";
  return error;
}

void tell_matrix_keys(Scene& scene, MatrixKeys keys) {
  if (keys != MatrixKeys::product || scene.diagnostics.find("x.matrix-and-parts") == nullptr) return;
  Diagnostics told;
  for (const Diagnostic& entry : scene.diagnostics.entries())
    told.add(entry.severity, entry.code, entry.spot,
             entry.code == "x.matrix-and-parts"
                 ? "both matrix keys and other keys; --matrix-keys product multiplies them"
                 : entry.message,
             entry.count);
  scene.diagnostics = std::move(told);
}

CLI::Option* make_repeatable(CLI::Option* option) {
  return option->expected(1)->take_all()->allow_extra_args(false);
}

CLI::Option* add_config_option(CLI::App& command, std::string& file) {
  return command.add_option("--config", file, "Events, root motion, masks, ...: docs/compile.md")
      ->type_name("FILE.json");
}

void add_report_option(CLI::App& command, std::string& file) {
  command.add_option("--report", file, "Write what came of it as JSON: docs/cli.md")->type_name("FILE");
}

std::vector<std::string> given_reading_options(const CLI::App& command) {
  return given_in(command, {kGroup, kMessages});
}

void add_clip_options(CLI::App& command, ClipOptions& options) {
  command
      .add_option("--error-bound", options.error_bound,
                  "Largest error of clips, in the file's unit, near joints (default: extent / 18000)")
      ->check(distance_number())
      ->type_name("R")
      ->group(kClips);
  add_choice(command, "--effort", options.effort,
             {{"quick", Effort::quick}, {"normal", Effort::normal}, {"best", Effort::best}},
             "quick: as read to be played at once; normal; best: smallest (default normal)")
      ->group(kClips);
  command
      .add_flag("--strict-bound", options.strict_bound,
                "Refuse clips whose error bound floats cannot keep, instead of a warning")
      ->group(kClips);
}

std::vector<std::string> given_clip_options(const CLI::App& command) {
  return given_in(command, {kClips});
}

void add_pose_options(CLI::App& command, EvaluateOptions& options) {
  using Wrap = std::pair<Loop, bool>;
  add_choice<Wrap>(
      command, "--wrap", [&options](const Wrap& wrap) { std::tie(options.loop, options.extra_tick) = wrap; },
      {{"loop", Wrap(Loop::loop, false)},
       {"once", Wrap(Loop::once, false)},
       {"pingpong", Wrap(Loop::pingpong, false)},
       {"loop-plus-one", Wrap(Loop::loop, true)}},
      "What happens at the end of a clip (default loop)");
  add_choice(command, "--matrix-keys", options.matrix_keys,
             {{"decompose", MatrixKeys::decompose},
              {"elements", MatrixKeys::elements},
              {"nearest", MatrixKeys::nearest},
              {"product", MatrixKeys::product}},
             "How to interpolate between two matrix keys (default decompose)");
  command.add_flag("--tick-is-ms", options.tick_is_ms, "One tick is one millisecond");
}

void add_json_options(CLI::App& command, bool& json, bool& json_lines) {
  command.add_flag("--json", json, "Print JSON: an object, or a list of them for several files");
  command.add_flag("--jsonl", json_lines, "Print JSON: an object on a line of its own for each file");
}

}  // namespace skelter::cli
