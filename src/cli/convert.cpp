// skelter convert: from one format or encoding to another, with edits on the way.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/commands.h"
#include "cli/reading_options.h"
#include "cli/selection.h"
#include "skelter/core/file.h"
#include "skelter/formats/x/write.h"
#include "skelter/model/edit.h"
#include "skelter/render/textures.h"

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
  bool force = false;
  bool no_loss = false;
  ReadingOptions reading;
};

// Before any work: can the target be written, by its ending, and may it be?
Result<void> expect_target(const ConvertOptions& options) {
  if (options.out == "-") return {};
  const std::string ending = extension(options.out);
  if (ending != ".x")
    return usage_error(options.out, ending.empty() ? "no ending to tell the format by; expected .x"
                                                   : ending + " cannot be written yet; expected .x");
  if (!options.force && file_exists(options.out))
    return Error{Status::io,
                 "cli.exists",
                 "exists already; expected a new name, or --force to replace it",
                 {options.out, 0, {}, {}}};
  return {};
}

// "left_arm=L_Arm,legs=L_Leg,R_Leg": a node without a name before it belongs to the clip named last.
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

// All clips of the list; a single name may hold a comma.
std::vector<std::string> clip_list(const Scene& scene, const std::string& clips) {
  if (find_clip(scene, clips)) return {clips};
  return split_text(clips, ',');
}

Result<void> merge_file(Scene& scene, const std::string& file, const ConvertOptions& options) {
  ReadingOptions reading = options.reading;
  reading.with_clips.clear();
  const auto other = read_scene(file, reading);
  if (!other) return other.error();
  scene.diagnostics.append(other->diagnostics);
  merge_clips(scene, *other, NameMatch::exact, scene.diagnostics);
  return {};
}

// Merges first, so that the other edits see all clips.
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
  if (options.scale)
    if (auto scaled = scale_scene(scene, *options.scale); !scaled) return scaled;
  return {};
}

XEncoding encoding_of(const Scene& scene) {
  for (const XEncoding encoding :
       {XEncoding::binary, XEncoding::text_compressed, XEncoding::binary_compressed})
    if (scene.encoding == to_text(encoding)) return encoding;
  return XEncoding::text;
}

// The losses, shown as errors where --no-loss was given.
int report_losses(const Diagnostics& losses, const ConvertOptions& options) {
  ConsoleOptions console = options.reading.console;
  console.warnings_as_errors = console.warnings_as_errors || options.no_loss;
  return report(losses, console);
}

int run_convert(const ConvertOptions& options) {
  if (const auto target = expect_target(options); !target) return report(target.error());
  auto scene = read_scene(options.in, options.reading);
  if (!scene) return report(scene.error());
  (void)load_textures(*scene, scene->diagnostics);
  const auto edited = edit(*scene, options);
  if (!edited) return report(in_file(edited.error(), *scene));
  const int judged = report(scene->diagnostics, options.reading.console);

  const auto written = write_x(*scene, {options.encoding.value_or(encoding_of(*scene))});
  if (!written) return report(in_file(written.error(), *scene));
  const int lost = report_losses(written->losses, options);
  if (judged != kFine || lost != kFine) return kFailed;  // warnings that count as errors: no file
  const auto saved = write_file(options.out, written->bytes, options.force);
  return saved ? kFine : report(saved.error());
}

}  // namespace

Command add_convert(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Writes a file anew: another encoding, other clips, another size");
  command->add_option("IN", options->in, "The file; - for standard input")->required();
  command->add_option("OUT", options->out, "The new file, .x; - for standard output")->required();
  add_choice(*command, "--encoding", options->encoding,
             {{"text", XEncoding::text},
              {"binary", XEncoding::binary},
              {"text-compressed", XEncoding::text_compressed},
              {"binary-compressed", XEncoding::binary_compressed}},
             "How the file is stored (default: as IN)");
  command->add_option("--clips", options->clips, "Only these clips, in this order")->type_name("A,B");
  command
      ->add_option("--split", options->split,
                   "Cut clips by subtree; what no subtree names goes into \"rest\"")
      ->type_name("NAME=NODE,...")
      ->expected(1)
      ->take_all();
  command->add_option("--merge", options->merge, "Add the clips of another file by node name; repeatable")
      ->type_name("FILE")
      ->expected(1)
      ->take_all();
  command->add_option("--scale", options->scale, "Everything so many times as large")
      ->check(positive_number())
      ->type_name("F");
  command->add_flag("--force", options->force, "Replace OUT if it exists");
  command->add_flag("--no-loss", options->no_loss, "Write nothing if OUT cannot hold everything");
  add_reading_options(*command, options->reading);
  command->footer(
      "Example: skelter convert assets/mannequin.x small.x --encoding binary-compressed --clips walk");
  return {command, [options] { return run_convert(*options); }};
}

}  // namespace skelter::cli
