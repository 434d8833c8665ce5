// skelter convert: converts between formats and encodings, with optional edits.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/input/selection.h"
#include "cli/output/depfile.h"
#include "cli/output/distinct_files.h"
#include "cli/output/report/file_record.h"
#include "load/internal/merge_other_clips.h"
#include "save/internal/save_scene.h"
#include "skelter/picture/picture.h"
#include "skelter/scene/edit.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {
namespace {

struct ConvertOptions {
  std::string in;
  std::string out;
  std::optional<XEncoding> encoding;
  std::string clips;
  std::vector<std::string> split;
  std::vector<std::string> merge;
  std::optional<double> scale;
  bool keep_names = false;
  bool embed = false;
  bool separate = false;
  bool quantize = false;
  bool meshopt = false;
  std::string depfile;
  std::string report;
  bool force = false;
  bool no_loss = false;
  ReadingOptions reading;
};

bool to_gltf(const ConvertOptions& options) {
  const std::string ending = extension(options.out);
  return ending == ".gltf" || ending == ".glb";
}

// Checks, before any work is done, that the target's extension is supported and that the target may be
// written.
Result<void> expect_target(const ConvertOptions& options) {
  if (options.embed && options.separate) return usage_error("--embed", "cannot be combined with --separate");
  const std::string ending = extension(options.out);
  const bool gltf = to_gltf(options);
  if (!gltf && (options.embed || options.separate || options.quantize || options.meshopt))
    return usage_error(options.out,
                       "--embed, --separate, --quantize and --meshopt are only for .glb and .gltf output");
  if (gltf && options.keep_names) return usage_error("--keep-names", "only for .x output; OUT is " + ending);
  if (gltf && options.encoding) return usage_error("--encoding", "only for .x output; OUT is " + ending);
  if (options.out == "-") return {};
  if (ending != ".x" && !gltf)
    return usage_error(options.out, ending.empty()
                                        ? "no file extension; expected .x, .glb or .gltf"
                                        : ending + " cannot be written; expected .x, .glb or .gltf");
  return expect_writable_target(options.out, options.force);
}

// Parses "left_arm=L_Arm,legs=L_Leg,R_Leg". A node without a clip name belongs to the preceding clip.
Result<std::vector<ClipSubset>> parse_split(const std::vector<std::string>& specs) {
  std::vector<ClipSubset> parts;
  for (const std::string& spec : specs) {
    ClipSubset* current = nullptr;
    for (const std::string& item : split_text(spec, ',')) {
      const std::size_t equals = item.find('=');
      if (equals != std::string::npos) {
        const std::string name = item.substr(0, equals);
        const auto known = std::find_if(parts.begin(), parts.end(),
                                        [&](const ClipSubset& part) { return part.name == name; });
        current = known != parts.end() ? &*known : &parts.emplace_back(ClipSubset{name, {}});
      }
      const std::string node = equals == std::string::npos ? item : item.substr(equals + 1);
      if (current == nullptr || node.empty())
        return usage_error("--split", fmt::format("\"{}\" is not of the form NAME=NODE,...", spec));
      current->nodes.push_back(node);
    }
  }
  return parts;
}

// Splits a list of clips at its commas, unless the entire text is the name of one clip.
std::vector<std::string> clip_list(const Scene& scene, const std::string& clips) {
  if (choose_clip(scene, clips)) return {clips};
  return split_text(clips, ',');
}

Result<void> merge_file(Scene& scene, const std::string& file, const ConvertOptions& options) {
  ReadingOptions reading = options.reading;
  reading.with_clips.clear();
  const auto other = read_scene(file, reading);
  if (!other) return other.error();
  scene.diagnostics.append(other->diagnostics);
  return merge_other_clips(scene, *other, options.reading.map_names);
}

// Merges first, so that the other edits apply to all clips.
Result<void> edit(Scene& scene, const ConvertOptions& options) {
  for (const std::string& file : options.merge)
    if (auto merged = merge_file(scene, file, options); !merged) return merged;
  if (!options.clips.empty())
    if (auto kept = keep_clips(scene, clip_list(scene, options.clips)); !kept) return kept;
  if (!options.split.empty()) {
    auto parts = parse_split(options.split);
    if (!parts) return parts.error();
    if (auto cut = split_clips(scene, *parts, scene.diagnostics); !cut) return cut;
  }
  if (to_gltf(options))
    if (auto adapted = adapt_to_gltf(scene); !adapted) return adapted;
  if (options.scale)
    if (auto scaled = scale_scene(scene, *options.scale); !scaled) return scaled;
  return {};
}

// Reports the losses; with --no-loss, as errors.
int report_losses(const Diagnostics& losses, const ConvertOptions& options, FileReporter& reporter) {
  ConsoleOptions console = options.reading.console;
  console.warnings_as_errors = console.warnings_as_errors || options.no_loss;
  return reporter.report(losses, console);
}

GltfWriteOptions gltf_options(const ConvertOptions& options) {
  GltfWriteOptions writing;
  writing.embed = extension(options.out) == ".glb" ? !options.separate : options.embed;
  writing.quantize = options.quantize;
  writing.meshopt = options.meshopt;
  return writing;
}

// Skips files that already exist with the same bytes, such as an image next to its model.
Result<void> save_side_files(const SideFile& file, const ConvertOptions& options,
                             const std::vector<std::string>& inputs) {
  const std::string folder = parent_folder(options.out);
  const std::string path = folder.empty() ? file.name : folder + "/" + file.name;
  if (file_exists(path))
    if (const auto there = read_file(path); there && *there == file.bytes) return {};
  for (const std::string& input : inputs)
    if (is_same_file(path, input))
      return usage_error(path, "belongs to OUT, but IN uses this file; choose a different name for OUT");
  return write_file(path, file.bytes, options.force);
}

// Writes the main file last, so that it never exists without the files that it needs.
Result<void> save(const WriteResult& converted, const ConvertOptions& options,
                  const std::vector<std::string>& inputs) {
  for (const SideFile& file : converted.files)
    if (auto saved = save_side_files(file, options, inputs); !saved) return saved;
  if (auto saved = write_depfile(options.depfile, options.out, inputs); !saved) return saved;
  return write_file(options.out, converted.bytes, options.force);
}

std::vector<std::string> input_files(const ConvertOptions& options) {
  std::vector<std::string> inputs{options.in};
  for (const auto* more : {&options.reading.with_clips, &options.merge})
    inputs.insert(inputs.end(), more->begin(), more->end());
  for (std::size_t i = 0, named = inputs.size(); i < named; ++i)
    for (std::string& buffer : buffer_files(inputs[i])) inputs.push_back(std::move(buffer));
  return inputs;
}

// Warns users who set the unit, because they may expect metres in glTF.
void warn_of_unit(Scene& scene, const ConvertOptions& options) {
  const std::optional<double>& metres = options.reading.metres_per_unit;
  const bool in_metres = to_gltf(options) && scene.diagnostics.find("convert.metres") != nullptr;
  if (!metres || *metres == 1 || options.scale || in_metres) return;
  scene.diagnostics.add(
      Severity::warning, "cli.metres-per-unit", {scene.file, 0, {}, {}},
      fmt::format("--metres-per-unit has no effect on the output of convert; --scale {} converts to metres",
                  *metres));
}

std::vector<NamedFile> files_of_convert(const ConvertOptions& options) {
  std::vector<NamedFile> files = {{"IN", options.in, false},
                                  {"OUT", options.out, true},
                                  {"--depfile", options.depfile, true},
                                  {"--report", options.report, true}};
  for (const std::string& file : options.reading.with_clips) files.push_back({"--with-clips", file, false});
  for (const std::string& file : options.merge) files.push_back({"--merge", file, false});
  return files;
}

int convert(const ConvertOptions& options, FileReporter& reporter) {
  if (const auto target = expect_target(options); !target) return reporter.report(target.error());
  auto scene = read_scene(options.in, options.reading);
  if (!scene) return reporter.report(scene.error());
  std::vector<std::string> inputs = input_files(options);
  Diagnostics lost_pictures;
  if (to_gltf(options))
    lost_pictures = take_pictures_in(*scene, inputs, texture_options(options.reading));
  else if (!scene->linear_colors)  // put_pictures_out names the images of a glTF source
    (void)load_textures(*scene, scene->diagnostics, texture_options(options.reading));
  if (const auto distinct = expect_distinct_files(files_of_convert(options), inputs); !distinct)
    return reporter.report_only_here(distinct.error());
  const auto edited = edit(*scene, options);
  if (!edited) return reporter.report(in_file(edited.error(), *scene));
  warn_of_unit(*scene, options);
  reporter.set_clips(*scene);
  if (!options.no_loss) scene->diagnostics.append(std::exchange(lost_pictures, {}));
  const int lost_any = report_losses(lost_pictures, options, reporter);
  const int judged = reporter.report(scene->diagnostics, options.reading.console);

  const auto converted = written_as(*scene, options.out, gltf_options(options),
                                    {options.encoding.value_or(encoding_of(*scene)), options.keep_names},
                                    texture_options(options.reading));
  if (!converted) return reporter.report(in_file(converted.error(), *scene));
  const int lost = report_losses(converted->losses, options, reporter);
  if (judged != kFine || lost_any != kFine || lost != kFine)
    return kFailed;  // warnings that count as errors: no file is written
  const auto saved = save(*converted, options, inputs);
  return saved ? kFine : reporter.report(saved.error());
}

int run_convert(const ConvertOptions& options) {
  if (const auto distinct = expect_distinct_files(files_of_convert(options)); !distinct)
    return report(distinct.error());
  if (const auto room = expect_writable_side_files(options.depfile, options.report); !room)
    return report(room.error());
  FileReporter reporter(options.in, options.out, options.report);
  return reporter.finish(convert(options, reporter));
}

}  // namespace

Command add_convert(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Convert a file to a different format, encoding, size or set of clips");
  command->add_option("IN", options->in, "File; - for standard input")->required();
  command->add_option("OUT", options->out, "Output file: .x, .glb or .gltf; - writes .x to standard output")
      ->required();
  command->add_flag("--force", options->force, "Replace OUT if it exists");
  command->add_flag("--no-loss", options->no_loss, "Write nothing if OUT cannot store everything");
  add_report_option(*command, options->report);
  command->add_option("--depfile", options->depfile, "Write the list of files that OUT depends on, for Make")
      ->type_name("FILE");
  command->add_option("--scale", options->scale, "Scale everything by this factor")
      ->check(positive_number())
      ->type_name("F");
  command->option_defaults()->group("Clips");
  command->add_option("--clips", options->clips, "Write only these clips, in this order")->type_name("A,B");
  make_repeatable(command->add_option("--split", options->split,
                                      "Split clips by subtree; all other nodes go into \"rest\""))
      ->type_name("NAME=NODE,...");
  make_repeatable(command->add_option("--merge", options->merge,
                                      "Add the clips of another file by node name; repeatable"))
      ->type_name("FILE");
  command->option_defaults()->group("Output in .x");
  add_choice(*command, "--encoding", options->encoding,
             {{"text", XEncoding::text},
              {"binary", XEncoding::binary},
              {"text-compressed", XEncoding::text_compressed},
              {"binary-compressed", XEncoding::binary_compressed}},
             "Encoding of the file (default: that of IN)");
  command->add_flag("--keep-names", options->keep_names,
                    "In text files, quote names with spaces, which D3DX and Assimp reject, instead of "
                    "writing \"_\" for a space");
  command->option_defaults()->group("Output in glTF");
  command->add_flag("--embed", options->embed, "Put images and data into the glTF file (default for .glb)");
  command->add_flag("--separate", options->separate,
                    "Write images and data as separate files (default for .gltf)");
  command->add_flag("--quantize", options->quantize, "Store positions in 16 bits and normals in 8");
  command->add_flag("--meshopt", options->meshopt, "Compress the data with EXT_meshopt_compression");
  add_reading_options(*command, options->reading, Ticks::automatic);
  command->footer(
      "Example: skelter convert assets/mannequin.x small.x --encoding binary-compressed --clips walk");
  return {command, [options] { return run_convert(*options); }};
}

}  // namespace skelter::cli
