// skelter batch: converts or compiles a folder tree. Each file runs in its own `skelter convert` or `skelter
// compile` process, so a bad file affects only itself. Alternatively, writes a Ninja file with these
// commands.

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "cli/commands/commands.h"
#include "cli/input/reading_options.h"
#include "cli/output/console.h"
#include "cli/output/depfile.h"
#include "cli/output/distinct_files.h"
#include "cli/output/progress.h"
#include "cli/output/report/batch_page.h"
#include "cli/output/report/file_record.h"
#include "cli/output/text_table.h"
#include "load/internal/extensions.h"
#include "skelter/load.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/paths.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

constexpr std::size_t kMaxModels = 100'000;

struct BatchOptions {
  std::string in;
  std::string out;
  std::string to;
  unsigned jobs = 0;
  std::string ninja;
  std::string report;
  bool force = false;
  bool no_loss = false;
  ClipOptions clips;
  ReadingOptions reading;
  std::vector<std::string> for_each;  // options for the command of each file
};

// One file in the tree.
struct Item {
  std::string source, target;
};

// Extensions of models are the formats of Skelter's own readers, and Collada. Most other extensions that
// Assimp reads, such as ".txt", do not belong to models.
constexpr std::string_view kCollada = ".dae";

std::vector<std::string> source_extensions(const BatchOptions& options) {
  std::vector<std::string> endings = own_extensions();
  if (options.to == "skelter") std::erase(endings, ".skelter");
  const std::vector<std::string> known = model_extensions();
  if (std::find(known.begin(), known.end(), kCollada) != known.end()) endings.emplace_back(kCollada);
  return endings;
}

bool is_model(const std::string& file) {
  const std::vector<std::string> own = own_extensions();
  const std::string ending = extension(file);
  return ending == kCollada || std::find(own.begin(), own.end(), ending) != own.end();
}

std::string with_extension(const std::string& file, const std::string& ending) {
  return file.substr(0, file.size() - extension(file).size()) + "." + ending;
}

// The files in the tree, without results of an earlier run.
struct Tree {
  std::vector<Item> items;
  std::map<std::string, std::size_t> left_alone;  // number of other files, by extension
  std::vector<std::string> models_left_alone;     // relative to IN_DIR
  std::vector<UnfollowedLink> links;
};

Error too_many_models(const BatchOptions& options) {
  return {
      Status::limit_exceeded,
      "cli.too-many-files",
      fmt::format("more than {} models below this folder; convert its subfolders one at a time", kMaxModels),
      {options.in, 0, {}, {}}};
}

// Sources with the same target name ("a.x", "a.glb") keep their extension before the new one: "a.x.glb".
// Files that are not sources are only counted, so their number is not limited. Errors: limit_exceeded for too
// many models; the errors of visit_files_below.
Result<Tree> read_tree(const BatchOptions& options) {
  const std::vector<std::string> endings = source_extensions(options);
  const std::optional<std::string> results = way_down(options.in, options.out);
  const std::string results_folder = results && !results->empty() ? *results + "/" : std::string();
  Tree tree;
  std::vector<std::string> sources;
  const auto add = [&](std::string file, bool is_link) {
    if (!results_folder.empty() && file.starts_with(results_folder)) return true;
    const std::string ending = extension(file);
    if (is_link && !options.reading.allow_outside && is_link_out_of(options.in, file)) {
      if (is_model(file)) tree.links.push_back({std::move(file), false, true});
      return tree.links.size() <= kMaxModels;
    }
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) {
      sources.push_back(std::move(file));
      return sources.size() <= kMaxModels;
    }
    ++tree.left_alone[ending];
    if (is_model(file)) tree.models_left_alone.push_back(std::move(file));
    return tree.models_left_alone.size() <= kMaxModels;
  };
  std::vector<UnfollowedLink> links;
  if (const auto visited = visit_files_below(options.in, add, &links); !visited) return visited.error();
  tree.links.insert(tree.links.end(), links.begin(), links.end());
  std::sort(tree.links.begin(), tree.links.end(),
            [](const UnfollowedLink& a, const UnfollowedLink& b) { return a.path < b.path; });
  if (std::max({sources.size(), tree.models_left_alone.size(), tree.links.size()}) > kMaxModels)
    return too_many_models(options);
  std::sort(sources.begin(), sources.end());
  std::sort(tree.models_left_alone.begin(), tree.models_left_alone.end());
  std::map<std::string, int> uses;
  for (const std::string& file : sources) ++uses[with_extension(file, options.to)];
  for (const std::string& file : sources) {
    std::string target = with_extension(file, options.to);
    if (uses[target] > 1) target = file + "." + options.to;
    tree.items.push_back({options.in + "/" + file, options.out + "/" + target});
  }
  return tree;
}

// Targets are renamed into place when they are complete, so an existing target is complete.
bool is_up_to_date(const Item& item) {
  if (!is_newer(item.target, item.source)) return false;
  const std::vector<std::string> buffers = buffer_files(item.source);
  return std::all_of(buffers.begin(), buffers.end(),
                     [&](const std::string& buffer) { return is_newer(item.target, buffer); });
}

// Removes redundant slashes: "models//old/" becomes "models/old".
std::string plain_folder(const std::string& path) {
  std::string plain;
  for (const char c : path)
    if (c != '/' || plain.empty() || plain.back() != '/') plain += c;
  if (plain.size() > 1 && plain.back() == '/') plain.pop_back();
  return plain;
}

// Returns the path of this program, regardless of its name.
std::string program() {
  return executable_path();
}

std::string_view subcommand(const BatchOptions& options) {
  return options.to == "skelter" ? "compile" : "convert";
}

// --- converting ---

class Converter {
 public:
  Converter(const BatchOptions& options, std::size_t count)
      : options_(options), progress_("file", count, options.reading.console.quiet) {}

  void add(const Item& item) {
    FileRecord& record = records_.emplace_back();
    record.in = item.source;
    record.out = item.target;
    if (!options_.force && is_up_to_date(item)) {
      record.outcome = "up-to-date";
      record.message = "is newer than its source; --force converts it again";
      progress_.step(item.source);
      return;
    }
    while (running_.size() >= options_.jobs) finish_oldest();
    if (const auto started = start(item, records_.size() - 1); !started) fail(record, started.error());
  }

  const std::vector<FileRecord>& finish() {
    while (!running_.empty()) finish_oldest();
    return records_;
  }

 private:
  struct Running {
    std::size_t record;
    TemporaryFile report;
    ChildProcess process;
  };

  Result<void> start(const Item& item, std::size_t record) {
    if (auto made = make_folder(parent_folder(item.target)); !made) return made;
    auto report = TemporaryFile::create(".json");
    if (!report) return report.error();
    std::vector<std::string> arguments = {std::string(subcommand(options_)), "--force", "--quiet",
                                          "--report=" + report->path()};
    arguments.insert(arguments.end(), options_.for_each.begin(), options_.for_each.end());
    arguments.insert(arguments.end(), {"--", item.source, item.target});
    auto process = ChildProcess::start(this_program(), arguments);
    if (!process) return process.error();
    running_.push_back({record, std::move(*report), std::move(*process)});
    return {};
  }

  void finish_oldest() {
    Running oldest = std::move(running_.front());
    running_.pop_front();
    const auto ended = oldest.process.finish();
    FileRecord& record = records_[oldest.record];
    const auto said = read_record(oldest.report.path());
    if (!said)
      return fail(record,
                  ended ? Error{Status::io, "cli.report", "the process wrote no report", {}} : ended.error());
    record = *said;
    progress_.step(record.in);
  }

  // Returns nothing if the process crashed.
  static std::optional<FileRecord> read_record(const std::string& path) {
    const auto bytes = read_file(path);
    if (!bytes) return std::nullopt;
    return record_from_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  }

  void fail(FileRecord& record, const Error& error) {
    record.outcome = "failed";
    record.message = error.message;
    progress_.step(record.in);
  }

  const BatchOptions& options_;
  Progress progress_;
  std::deque<Running> running_;
  std::vector<FileRecord> records_;
};

// --- results ---

std::size_t count_of(const std::vector<FileRecord>& records, std::string_view outcome) {
  return static_cast<std::size_t>(std::count_if(
      records.begin(), records.end(), [&](const FileRecord& record) { return record.outcome == outcome; }));
}

// Lists the number of files by extension, most frequent first: "left alone: 60 .png, 3 .txt".
std::string left_alone_text(const std::map<std::string, std::size_t>& kinds) {
  if (kinds.empty()) return "";
  std::vector<std::pair<std::size_t, std::string>> sorted;
  for (const auto& [ending, count] : kinds)
    sorted.emplace_back(count, ending.empty() ? "without an extension" : ending);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  constexpr std::size_t kShown = 12;
  std::string text = "left alone: ";
  std::size_t others = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < kShown)
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ", sorted[i].first, sorted[i].second);
    else
      others += sorted[i].first;
  }
  return text + (others > 0 ? fmt::format(", {} others\n", others) : "\n");
}

std::string_view end_of(const UnfollowedLink& link) {
  return link.leads_out   ? "points outside the folder"
         : link.to_folder ? "points to a folder"
                          : "points to no file";
}

std::string links_text(const std::vector<UnfollowedLink>& links) {
  if (links.empty()) return "";
  constexpr std::size_t kShown = 12;
  std::string text = "links not followed: ";
  for (std::size_t i = 0; i < links.size() && i < kShown; ++i)
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", links[i].path, end_of(links[i]));
  return text + (links.size() > kShown ? fmt::format(", {} others\n", links.size() - kShown) : "\n");
}

// Lists diagnostics with their numbers of files and occurrences, most frequent first.
std::string codes_table(const std::vector<FileRecord>& records) {
  struct Seen {
    std::string code;
    std::uint64_t files = 0, times = 0;
  };
  std::map<std::string, Seen> seen;
  for (const FileRecord& record : records)
    for (const auto& [code, times] : record.codes) {
      Seen& one = seen[code];
      one.code = code;
      ++one.files;
      one.times += times;
    }
  std::vector<Seen> sorted;
  for (auto& [code, one] : seen) sorted.push_back(std::move(one));
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Seen& a, const Seen& b) { return a.files > b.files; });
  TextTable table({{"files", TextTable::Align::right}, {"times", TextTable::Align::right}, {"code"}});
  for (const Seen& one : sorted) table.add({std::to_string(one.files), std::to_string(one.times), one.code});
  return table.empty() ? "" : table.text();
}

// Adds rows for models that this run skipped, and for links.
std::vector<FileRecord> with_left_alone(std::vector<FileRecord> records, const Tree& tree,
                                        const BatchOptions& options) {
  for (const std::string& file : tree.models_left_alone) {
    FileRecord& record = records.emplace_back();
    record.in = options.in + "/" + file;
    record.outcome = "left-alone";
    record.message =
        extension(file) == ".skelter" ? "is already a pack" : "this program is built without Assimp";
  }
  for (const UnfollowedLink& link : tree.links) {
    FileRecord& record = records.emplace_back();
    record.in = options.in + "/" + link.path;
    record.outcome = "left-alone";
    record.message = fmt::format("the symbolic link {}; not followed", end_of(link));
  }
  return records;
}

// Renders each result into the folder "NAME.pictures" next to the page "NAME.html", each in a separate
// process. A result that cannot be drawn has no picture.
Result<std::vector<PageRow>> with_pictures(const std::vector<FileRecord>& records,
                                           const BatchOptions& options) {
  const std::string folder = with_extension(options.report, "pictures");
  if (auto made = make_folder(folder); !made) return made.error();
  const std::string page_folder = parent_folder(options.report);
  const std::string name = file_name(folder);
  std::vector<PageRow> rows;
  Progress progress("picture", records.size(), options.reading.console.quiet);
  std::deque<std::pair<std::size_t, ChildProcess>> running;
  const auto finish_oldest = [&] {
    auto [row, process] = std::move(running.front());
    running.pop_front();
    if (!process.finish()) rows[row].picture.clear();
    progress.step();
  };
  for (const FileRecord& record : records) {
    PageRow& row = rows.emplace_back(PageRow{record, {}, {}});
    if (record.outcome != "converted" && record.outcome != "up-to-date") {
      progress.step();
      continue;
    }
    row.result = path_from(page_folder, record.out);
    const std::string picture = fmt::format("{:05}.png", rows.size());
    row.picture = name + "/" + picture;
    while (running.size() >= options.jobs) finish_oldest();
    auto process = ChildProcess::start(this_program(), {"render", "--quiet", "--size=320x320",
                                                        "--out=" + folder + "/" + picture, "--", record.out});
    if (process)
      running.emplace_back(rows.size() - 1, std::move(*process));
    else
      row.picture.clear();
  }
  while (!running.empty()) finish_oldest();
  return rows;
}

Result<void> write_report(const std::vector<FileRecord>& records, const BatchOptions& options) {
  const std::string& file = options.report;
  std::string text;
  if (extension(file) == ".html") {
    auto rows = with_pictures(records, options);
    if (!rows) return rows.error();
    text = batch_page(std::move(*rows), options.in);
  } else if (extension(file) == ".json") {
    Json rows = Json::array();
    for (const FileRecord& record : records) rows.push_back(to_json(record));
    text = to_text(rows);
  } else {
    text = tab_separated(records);
  }
  return write_file(file, std::as_bytes(std::span(text.data(), text.size())), true);
}

// Prints the errors of individual files first, so that the counts come last.
int tell(const std::vector<FileRecord>& records, const Tree& tree, const BatchOptions& options) {
  for (const FileRecord& record : records)
    if (record.outcome == "failed")
      print_message(record.message.find(record.in) == std::string::npos ? record.in + ": " + record.message
                                                                        : record.message);
  if (!options.report.empty())
    if (const auto written = write_report(with_left_alone(records, tree, options), options); !written)
      return report(written.error());
  const std::size_t failed = count_of(records, "failed");
  const std::size_t up_to_date = count_of(records, "up-to-date");
  const int printed =
      print_answer(fmt::format("{} converted, {} up to date{}, {} failed\n", count_of(records, "converted"),
                               up_to_date, up_to_date == 0 ? "" : " (--force converts them too)", failed) +
                   left_alone_text(tree.left_alone) + links_text(tree.links) + codes_table(records));
  return printed != kFine ? printed : failed == 0 ? kFine : kFailed;
}

// --- Ninja file ---

// Rejects characters that a path in a build line cannot contain, because they cannot be escaped.
Result<void> expect_ninja_name(const std::string& path) {
  if (path.find_first_of("|\n\r") == std::string::npos) return {};
  return Error{Status::unsupported,
               "cli.ninja-name",
               "Ninja files cannot contain a name with \"|\" or a line break; rename the file",
               {path, 0, {}, {}}};
}

Result<void> expect_ninja_names(const std::vector<Item>& items, const BatchOptions& options) {
  for (const Item& item : items)
    for (const std::string& path : {item.source, item.target})
      if (auto fine = expect_ninja_name(path); !fine) return fine;
  for (const std::string& option : options.for_each)
    if (option.find_first_of("\n\r") != std::string::npos) return expect_ninja_name(option);
  if (program().find_first_of("\n\r") != std::string::npos) return expect_ninja_name(program());
  return {};
}

// Escapes a path for a build line, as described in the Ninja manual, "Lexical syntax".
std::string in_ninja_syntax(const std::string& path) {
  std::string text;
  for (const char c : path) {
    if (c == '$' || c == ' ' || c == ':') text += '$';
    text += c;
  }
  return text;
}

std::string in_shell_syntax(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += "'\\''";
    else if (c == '$')
      quoted += "$$";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string ninja_text(const std::vector<Item>& items, const BatchOptions& options) {
  std::string more;
  for (const std::string& option : options.for_each) more += " " + in_shell_syntax(option);
  std::string text = fmt::format(
      "# Made by skelter batch --emit-ninja. Ninja makes folders and reads the depfiles.\n"
      "rule {0}\n"
      "  command = {1} {0} $in $out --force --quiet --depfile $out.d{2}\n"
      "  depfile = $out.d\n"
      "  deps = gcc\n"
      "  description = {0} $in\n",
      subcommand(options), in_shell_syntax(program()), more);
  for (const Item& item : items)
    text += fmt::format("build {}: {} {}\n", in_ninja_syntax(item.target), subcommand(options),
                        in_ninja_syntax(item.source));
  return text;
}

// Checks the options before any work is done.
Result<void> expect_usable(const BatchOptions& options) {
  if (options.in.empty()) return usage_error("IN_DIR", "is empty; expected a folder");
  if (options.out.empty()) return usage_error("OUT_DIR", "is empty; expected a folder");
  if (options.no_loss && options.to == "skelter")
    return usage_error("--no-loss", "is only for --to glb and --to x");
  const std::string ending = extension(options.report);
  if (!options.report.empty() && ending != ".json" && ending != ".tsv" && ending != ".html")
    return usage_error("--report",
                       options.report + " has a different extension; expected .json, .tsv or .html");
  for (const std::string& file : {options.report, options.ninja})
    if (!file.empty())
      if (auto writable = expect_writable(file); !writable) return writable;
  return {};
}

// Lists the files that must be distinct. The command for each file checks its target.
std::vector<NamedFile> written_and_read(const Tree& tree, const BatchOptions& options) {
  std::vector<NamedFile> files = {{"--report", options.report, true}, {"--emit-ninja", options.ninja, true}};
  for (const std::string& file : options.reading.with_clips) files.push_back({"--with-clips", file, false});
  // Only sources that are also written are listed, because the others cannot conflict.
  for (const Item& item : tree.items)
    for (const std::string& written : {options.report, options.ninja})
      if (is_same_file(item.source, written)) files.push_back({"a source", item.source, false});
  return files;
}

int run_batch(BatchOptions options) {
  if (const auto usable = expect_usable(options); !usable) return report(usable.error());
  options.in = plain_folder(options.in);
  options.out = plain_folder(options.out);
  if (options.jobs == 0) options.jobs = processor_count();
  if (options.no_loss) options.for_each.emplace_back("--no-loss");
  if (options.reading.highest_texture_folder.empty())
    options.for_each.push_back("--textures-top=" + options.in);
  if (const auto there = expect_texture_folders(options.reading.textures); !there)
    return report(there.error());
  const auto read = read_tree(options);
  if (!read) return report(read.error());
  const Tree& tree = *read;
  if (const auto distinct = expect_distinct_files(written_and_read(tree, options)); !distinct)
    return report(distinct.error());
  if (tree.items.empty()) {
    std::string expected;
    const std::vector<std::string> endings = source_extensions(options);
    for (const std::string& ending : endings)
      expected += (expected.empty() ? "" : &ending == &endings.back() ? " or " : ", ") + ending;
    return report(Error{Status::not_found,
                        "cli.no-files",
                        "no " + expected + " file in this folder",
                        {options.in, 0, {}, {}}});
  }
  if (!options.ninja.empty()) {
    if (const auto named = expect_ninja_names(tree.items, options); !named) return report(named.error());
    const std::string text = ninja_text(tree.items, options);
    const auto written = write_file(options.ninja, std::as_bytes(std::span(text.data(), text.size())), true);
    return written ? kFine : report(written.error());
  }
  if (const auto made = make_folder(options.out); !made) return report(made.error());
  Converter converter(options, tree.items.size());
  for (const Item& item : tree.items) converter.add(item);
  return tell(converter.finish(), tree, options);
}

}  // namespace

Command add_batch(CLI::App& app) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App* command = app.add_subcommand("batch", "Convert a whole folder tree");
  command->add_option("IN_DIR", options->in, "Folder with models: .x, .gltf, .glb, .vrm, .bvh, .fbx, .dae")
      ->required();
  command->add_option("OUT_DIR", options->out, "Folder for the output, with the same subfolders")->required();
  command->add_option("--to", options->to, "Output format")
      ->required()
      ->check(CLI::IsMember({"glb", "x", "skelter"}));
  command->add_option("--jobs", options->jobs, "Files to convert at a time (default: one per processor)")
      ->check(CLI::Range(1u, 1024u))
      ->type_name("N");
  command
      ->add_option("--report", options->report,
                   "Write a row for each file, as JSON, tab-separated text, or a page with images")
      ->type_name("FILE.json|.tsv|.html");
  command->add_flag("--force", options->force, "Also convert files that are up to date");
  command->add_flag("--no-loss", options->no_loss, "Fail for files that would lose something");
  command->add_option("--emit-ninja", options->ninja, "Write a Ninja file instead of converting")
      ->type_name("FILE");
  add_clip_options(*command, options->clips);
  add_reading_options(*command, options->reading, Ticks::automatic);
  command->footer(
      "Outputs that are newer than their source are skipped, so an interrupted batch can be resumed.\n"
      "Example: skelter batch old_game/ converted/ --to glb --report report.html");
  return {command, [options, command] {
            options->for_each = given_reading_options(*command);
            const std::vector<std::string> of_clips = given_clip_options(*command);
            if (!of_clips.empty() && options->to != "skelter")
              return report(usage_error(of_clips[0].substr(0, of_clips[0].find('=')),
                                        "is for --to skelter; glTF and .x keep the keys"));
            options->for_each.insert(options->for_each.end(), of_clips.begin(), of_clips.end());
            return run_batch(*options);
          }};
}

}  // namespace skelter::cli
