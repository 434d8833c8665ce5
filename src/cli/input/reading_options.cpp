#include "cli/input/reading_options.h"

#include <algorithm>
#include <tuple>

#include "system/internal/filesystem.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

constexpr const char* kReading = "Reading";
constexpr const char* kXFiles = ".x files";
constexpr const char* kOtherClips = "Clips of other files";
constexpr const char* kTextures = "Textures";
constexpr const char* kMessages = "Messages";
constexpr const char* kClips = "Clip compression";

CLI::Validator number_check(bool (*fine)(double), const std::string& expected) {
  return CLI::Validator(
      [fine, expected](std::string& text) {
        const std::optional<double> value = parse_number(text);
        if (value && fine(*value)) return std::string();
        return "\"" + text + "\" is not " + expected;
      },
      "");
}

// Returns the options of these groups as they were given, for the commands of a batch.
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
          std::string("Tick rate that replaces the file's; auto: 30 if keys are frame numbers (default ") +
              (automatic ? "auto)" : "file)"))
      ->check(tick_rate())
      ->type_name("N|auto|file")
      ->group(kXFiles);
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
  add_choice(command, "--absent", options.absent, {{"rest", Absent::rest}, {"identity", Absent::identity}},
             "Pose of bones without keys (default rest)")
      ->group(kReading);
  add_choice(command, "--code-page", options.code_page,
             {{"1252", CodePage::windows_1252}, {"932", CodePage::shift_jis}},
             "Encoding of names that are not UTF-8 (default 1252)")
      ->group(kReading);
  command.add_option("--max-memory", options.limits.max_memory_bytes, "Memory limit per file")
      ->type_name("BYTES")
      ->group(kReading);
  command
      .add_flag("--allow-outside", options.allow_outside,
                "Also read buffers and images outside the folder of the file")
      ->group(kReading);
  command.add_option("--metres-per-unit", options.metres_per_unit, "Size of the file's unit in metres")
      ->check(positive_number())
      ->type_name("M")
      ->group(kReading);
  add_choice(command, "--up", options.up,
             {{"y", FileUp::y}, {"z", FileUp::z}, {"-z", FileUp::minus_z}, {"x", FileUp::x}},
             "Up axis of the file, turned to +Y (default y)")
      ->group(kReading);
  add_ticks_option(command, options, ticks);
  add_choice(command, "--rotation-keys", options.x.rotations_as_stored,
             {{"d3dx", false}, {"as-stored", true}}, "Convention of rotation keys (default d3dx)")
      ->group(kXFiles);
  command.add_flag("--d3dx-strict", options.x.strict, "Accept only what D3DX accepts")->group(kXFiles);
  make_repeatable(command.add_option("--with-clips", options.with_clips,
                                     "Add the clips of another file by node name; repeatable"))
      ->type_name("FILE")
      ->group(kOtherClips);
  command
      .add_flag("--map-names", options.map_names, "Also match names that differ by prefix, suffix or case")
      ->group(kOtherClips);
  add_textures_option(command, options.textures)->group(kTextures);
  command
      .add_option("--textures-top", options.highest_texture_folder,
                  "Highest folder above the model that is searched for textures")
      ->type_name("DIR")
      ->group(kTextures);
  command.add_flag("--quiet", options.console.quiet, "Hide notes and warnings")->group(kMessages);
  command.add_flag("--all", options.console.all, "List every note and warning on a line of its own")
      ->group(kMessages);
  command.add_flag("--warnings-as-errors", options.console.warnings_as_errors, "Exit with 1 on any warning")
      ->group(kMessages);
}

CLI::Option* add_textures_option(CLI::App& command, std::vector<std::string>& folders) {
  return make_repeatable(command.add_option("--textures", folders,
                                            "Also search this folder and its subfolders; repeatable. none: "
                                            "do not search above the model"))
      ->type_name("DIR|none");
}

Result<void> expect_texture_folders(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    if (folder != kNoTexturesAbove && !is_folder(folder))
      return Error{Status::not_found,
                   "cli.no-textures",
                   "no such folder; expected a folder with textures, or none",
                   {folder, 0, {}, {}}};
  return {};
}

TextureOptions texture_options(const ReadingOptions& options) {
  TextureOptions textures;
  textures.folders_above = kMaxTextureFoldersAbove;
  textures.highest_folder = options.highest_texture_folder;
  textures.allow_outside = options.allow_outside;
  for (const std::string& folder : options.textures) {
    if (folder == kNoTexturesAbove)
      textures.folders_above = 0;
    else
      textures.search_folders.push_back(folder);
  }
  const std::uint64_t limit = options.limits.max_memory_bytes;
  if (limit != 0) textures.max_total_bytes = textures.max_image_bytes = limit;
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

void describe_matrix_keys(Scene& scene, MatrixKeys keys) {
  if (keys != MatrixKeys::product || scene.diagnostics.find("x.matrix-and-parts") == nullptr) return;
  Diagnostics worded;
  for (const Diagnostic& entry : scene.diagnostics.entries())
    worded.add(entry.severity, entry.code, entry.spot,
               entry.code == "x.matrix-and-parts"
                   ? "both matrix keys and other keys; --matrix-keys product multiplies them"
                   : entry.message,
               entry.count);
  scene.diagnostics = std::move(worded);
}

CLI::Option* make_repeatable(CLI::Option* option) {
  return option->expected(1)->take_all()->allow_extra_args(false);
}

CLI::Option* add_config_option(CLI::App& command, std::string& file) {
  return command.add_option("--config", file, "Read events, root motion, masks and more (docs/compile.md)")
      ->type_name("FILE.json");
}

void add_report_option(CLI::App& command, std::string& file) {
  command.add_option("--report", file, "Write a JSON report (docs/cli.md)")->type_name("FILE");
}

std::vector<std::string> given_reading_options(const CLI::App& command) {
  return given_in(command, {kReading, kXFiles, kOtherClips, kTextures, kMessages});
}

void add_clip_options(CLI::App& command, ClipOptions& options) {
  command
      .add_option("--error-bound", options.error_bound,
                  "Largest error of clips near joints, in the file's unit (default: extent / 18000)")
      ->check(distance_number())
      ->type_name("R")
      ->group(kClips);
  add_choice(command, "--effort", options.effort,
             {{"quick", Effort::quick}, {"normal", Effort::normal}, {"best", Effort::best}},
             "Compression: quick is fastest to compile, best is smallest (default normal)")
      ->group(kClips);
  command
      .add_flag("--strict-bound", options.strict_bound,
                "Fail, instead of warning, if a clip cannot meet its error bound in single precision")
      ->group(kClips);
}

std::vector<std::string> given_clip_options(const CLI::App& command) {
  return given_in(command, {kClips});
}

void add_pose_options(CLI::App& command, EvaluateOptions& options) {
  constexpr const char* kPlayback = "Playback";
  using Wrap = std::pair<Loop, bool>;
  add_choice<Wrap>(
      command, "--wrap", [&options](const Wrap& wrap) { std::tie(options.loop, options.extra_tick) = wrap; },
      {{"loop", Wrap(Loop::loop, false)},
       {"once", Wrap(Loop::once, false)},
       {"pingpong", Wrap(Loop::pingpong, false)},
       {"loop-plus-one", Wrap(Loop::loop, true)}},
      "Behaviour at the end of a clip (default loop)")
      ->group(kPlayback);
  add_choice(command, "--matrix-keys", options.matrix_keys,
             {{"decompose", MatrixKeys::decompose},
              {"elements", MatrixKeys::elements},
              {"nearest", MatrixKeys::nearest},
              {"product", MatrixKeys::product}},
             "Interpolation between two matrix keys (default decompose)")
      ->group(kPlayback);
  command.add_flag("--tick-is-ms", options.tick_is_ms, "Treat one tick as one millisecond")->group(kPlayback);
}

void add_json_options(CLI::App& command, bool& json, bool& json_lines) {
  command.add_flag("--json", json, "Print JSON: an object, or a list of them for several files");
  command.add_flag("--jsonl", json_lines, "Print JSON: an object on a line of its own for each file");
}

}  // namespace skelter::cli
