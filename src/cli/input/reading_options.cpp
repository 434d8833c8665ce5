#include "cli/input/reading_options.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#ifdef SKELTER_WITH_ASSIMP
#include <fmt/ranges.h>

#include "skelter/formats/assimp/read.h"
#endif
#include "skelter/formats/x/encoding.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"

namespace skelter::cli {
namespace {

constexpr const char* kGroup = "Reading options";

// What the file is called in messages and answers.
std::string shown_file(const std::string& file) {
  return file == "-" ? "standard input" : file;
}

#ifdef SKELTER_WITH_ASSIMP
std::vector<std::string> endings_of_assimp() {
  return assimp_endings();
}
std::string expected_endings() {
  return fmt::format(".x, .gltf, .glb or .vrm, or through Assimp {}", fmt::join(assimp_endings(), ", "));
}
Result<Scene> read_through_assimp(ByteSpan bytes, const std::string& file, const ReadingOptions& options) {
  AssimpReadOptions assimp;
  assimp.ticks_per_second = options.x.ticks_per_second;
  assimp.metres_per_unit = options.x.metres_per_unit;
  assimp.limits = options.x.limits;
  return read_assimp(bytes, file, assimp);
}
#else
std::vector<std::string> endings_of_assimp() {
  return {};
}
std::string expected_endings() {
  return ".x, .gltf, .glb or .vrm (built without Assimp)";
}
Result<Scene> read_through_assimp(ByteSpan, const std::string& file, const ReadingOptions&) {
  return Error{Status::unsupported, "cli.format", "built without Assimp", {file, 0, {}, {}}};
}
#endif

// A file with the name of another format is better told so than that its first bytes are wrong.
Error unknown_format(const std::string& file) {
  return {Status::unsupported,
          "cli.format",
          "files of type " + extension(file) + " are not read; expected " + expected_endings(),
          {shown_file(file), 0, {}, {}}};
}

GltfReadOptions gltf_options(const ReadingOptions& options) {
  GltfReadOptions gltf = options.gltf;
  gltf.metres_per_unit = options.x.metres_per_unit;
  gltf.limits = options.x.limits;
  return gltf;
}

// By content, since names lie; where the content says nothing, by name.
Result<Scene> read_one(const std::string& file, const ReadingOptions& options) {
  auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  const std::string ending = extension(file);
  const bool is_x = static_cast<bool>(parse_x_header(*bytes, file));
  const bool named_gltf = ending == ".gltf" || ending == ".glb" || ending == ".vrm" || ending == ".vrma";
  if (!is_x && (named_gltf || is_gltf(*bytes)))
    return read_gltf(*bytes, shown_file(file), gltf_options(options));
  if (!is_x && !ending.empty() && ending != ".x") {
    const std::vector<std::string> others = endings_of_assimp();
    const bool known = std::find(others.begin(), others.end(), ending) != others.end();
    return known ? read_through_assimp(*bytes, file, options) : unknown_format(file);
  }
  return read_x(*bytes, shown_file(file), options.x);
}

CLI::Validator number_check(bool (*fine)(double), const std::string& expected) {
  return CLI::Validator(
      [fine, expected](std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (!text.empty() && *end == '\0' && std::isfinite(value) && fine(value)) return std::string();
        return "\"" + text + "\" is not " + expected;
      },
      "");
}

}  // namespace

CLI::Validator finite_number() {
  return number_check([](double) { return true; }, "a finite number");
}

CLI::Validator positive_number() {
  return number_check([](double value) { return value > 0; }, "a number above 0");
}

void add_reading_options(CLI::App& command, ReadingOptions& options) {
  command
      .add_option("--ticks-per-second", options.x.ticks_per_second, "Tick rate, instead of the file's own")
      ->check(positive_number())
      ->type_name("N")
      ->group(kGroup);
  add_choice(command, "--rotation-keys", options.x.rotation_keys,
             {{"d3dx", RotationKeys::d3dx}, {"as-stored", RotationKeys::as_stored}},
             "How rotation keys are meant (default d3dx)")
      ->group(kGroup);
  add_choice(command, "--absent", options.x.absent, {{"rest", Absent::rest}, {"identity", Absent::identity}},
             "What a bone's missing keys mean (default rest)")
      ->group(kGroup);
  command.add_flag("--d3dx-strict", options.x.strict, "Accept only what D3DX accepts")->group(kGroup);
  add_choice(command, "--code-page", options.x.code_page,
             {{"1252", CodePage::windows_1252}, {"932", CodePage::shift_jis}},
             "Characters of names that are not UTF-8 (default 1252)")
      ->group(kGroup);
  command.add_option("--max-memory", options.x.limits.max_memory_bytes, "Most memory one file may take")
      ->type_name("BYTES")
      ->group(kGroup);
  command
      .add_flag("--allow-outside", options.gltf.allow_outside,
                "glTF: follow paths that leave the folder of the file")
      ->group(kGroup);
  command.add_option("--metres-per-unit", options.x.metres_per_unit, "Size of the file's unit")
      ->check(positive_number())
      ->type_name("M")
      ->group(kGroup);
  command
      .add_option("--with-clips", options.with_clips,
                  "Add the clips of another file by node name; repeatable")
      ->type_name("FILE")
      ->expected(1)
      ->take_all()
      ->group(kGroup);
  command.add_flag("--quiet", options.console.quiet, "No notes, no warnings")->group("Messages");
  command.add_flag("--warnings-as-errors", options.console.warnings_as_errors, "Exit with 1 on any warning")
      ->group("Messages");
}

Result<Scene> read_scene(const std::string& file, const ReadingOptions& options) {
  auto scene = read_one(file, options);
  if (!scene) return scene;
  scene->absent = options.x.absent;
  for (const std::string& other_file : options.with_clips) {
    auto other = read_one(other_file, options);
    if (!other) return other;
    scene->diagnostics.append(other->diagnostics);
    merge_clips(*scene, *other, NameMatch::exact, scene->diagnostics);
  }
  return scene;
}

}  // namespace skelter::cli
