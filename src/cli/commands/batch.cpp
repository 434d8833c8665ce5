// skelter batch: a whole tree of files into another format, by one `skelter convert` or `skelter compile` per
// file, so that a bad file costs only itself; or a Ninja file that says how.

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
#include "cli/output/progress.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

struct BatchOptions {
  std::string in;
  std::string out;
  std::string to;
  unsigned jobs = 0;
  std::string ninja;
  std::vector<std::string> textures;
  bool quiet = false;
};

// One file of the tree.
struct Item {
  std::string source, target;
};

bool is_source(const std::string& file, const BatchOptions& options) {
  const std::string ending = extension(file);
  return ending == ".x" || ending == ".gltf" || ending == ".glb" || ending == ".vrm" ||
         (ending == ".skelter" && options.to != "skelter");
}

std::string with_ending(const std::string& file, const std::string& ending) {
  return file.substr(0, file.size() - extension(file).size()) + "." + ending;
}

// Two sources of one name ("a.x", "a.glb") keep theirs in front of the new ending: "a.x.glb".
std::vector<Item> items_of(const std::vector<std::string>& files, const BatchOptions& options) {
  std::map<std::string, int> uses;
  for (const std::string& file : files)
    if (is_source(file, options)) ++uses[with_ending(file, options.to)];
  std::vector<Item> items;
  for (const std::string& file : files) {
    if (!is_source(file, options)) continue;
    std::string target = with_ending(file, options.to);
    if (uses[target] > 1) target = file + "." + options.to;
    items.push_back({options.in + "/" + file, options.out + "/" + target});
  }
  return items;
}

// Files are renamed into place when they are whole, so one that is there is complete.
bool is_up_to_date(const Item& item) {
  if (!is_newer(item.target, item.source)) return false;
  const std::vector<std::string> buffers = buffer_files(item.source);
  return std::all_of(buffers.begin(), buffers.end(),
                     [&](const std::string& buffer) { return is_newer(item.target, buffer); });
}

std::string program() {
  return executable_folder() + "/skelter";
}

std::string_view subcommand(const BatchOptions& options) {
  return options.to == "skelter" ? "compile" : "convert";
}

// What the command of each file gets after its names. Pictures above IN_DIR are not taken.
std::vector<std::string> further_arguments(const BatchOptions& options) {
  std::vector<std::string> arguments{"--force", "--quiet", "--textures-top", options.in};
  for (const std::string& folder : options.textures) {
    arguments.emplace_back("--textures");
    arguments.push_back(folder);
  }
  return arguments;
}

// --- converting now ---

struct Failure {
  std::string source, message;
};

// What the command said last; ChildProcess puts its own words in front.
std::string said_last(const std::string& message) {
  const std::string_view mark = "ended with status 1: ";
  const std::size_t at = message.find(mark);
  return at == std::string::npos ? message : message.substr(at + mark.size());
}

class Converter {
 public:
  Converter(const BatchOptions& options, std::size_t count)
      : options_(options), progress_("file", count, options.quiet) {}

  void add(const Item& item) {
    if (is_up_to_date(item)) {
      ++up_to_date_;
      progress_.step();
      return;
    }
    while (running_.size() >= options_.jobs) finish_oldest();
    if (const auto made = make_folder(parent_folder(item.target)); !made) return fail(item, made.error());
    std::vector<std::string> arguments{std::string(subcommand(options_)), item.source, item.target};
    for (std::string& further : further_arguments(options_)) arguments.push_back(std::move(further));
    auto process = ChildProcess::start(program(), arguments);
    if (!process) return fail(item, process.error());
    running_.push_back({item, std::move(*process)});
  }

  int finish() {
    while (!running_.empty()) finish_oldest();
    for (const Failure& failure : failures_)
      print_message(failure.message.find(failure.source) == std::string::npos
                        ? failure.source + ": " + failure.message
                        : failure.message);
    const int printed = print_answer(
        fmt::format("{} converted, {} up to date, {} failed\n", converted_, up_to_date_, failures_.size()));
    return printed != kFine ? printed : failures_.empty() ? kFine : kFailed;
  }

 private:
  struct Running {
    Item item;
    ChildProcess process;
  };

  void finish_oldest() {
    Running oldest = std::move(running_.front());
    running_.pop_front();
    if (const auto ended = oldest.process.finish(); !ended) return fail(oldest.item, ended.error());
    ++converted_;
    progress_.step();
  }

  void fail(const Item& item, const Error& error) {
    failures_.push_back({item.source, said_last(error.message)});
    progress_.step();
  }

  const BatchOptions& options_;
  Progress progress_;
  std::deque<Running> running_;
  std::vector<Failure> failures_;
  std::size_t converted_ = 0, up_to_date_ = 0;
};

// --- a Ninja file instead ---

// A path in a build line; see the manual of Ninja, "Lexical syntax".
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
  std::string further;
  for (const std::string& argument : further_arguments(options)) further += " " + in_shell_syntax(argument);
  std::string text = fmt::format(
      "# Made by skelter batch --emit-ninja. Ninja makes folders and reads the depfiles.\n"
      "rule {0}\n"
      "  command = {1} {0} $in $out{2} --depfile $out.d\n"
      "  depfile = $out.d\n"
      "  deps = gcc\n"
      "  description = {0} $in\n",
      subcommand(options), in_shell_syntax(program()), further);
  for (const Item& item : items)
    text += fmt::format("build {}: {} {}\n", in_ninja_syntax(item.target), subcommand(options),
                        in_ninja_syntax(item.source));
  return text;
}

int run_batch(BatchOptions options) {
  if (options.jobs == 0) options.jobs = processor_count();
  if (const auto there = expect_texture_folders(options.textures); !there) return report(there.error());
  const auto files = files_below(options.in);
  if (!files) return report(files.error());
  const std::vector<Item> items = items_of(*files, options);
  if (items.empty())
    return report(Error{Status::not_found,
                        "cli.no-files",
                        "no .x, .gltf, .glb or .vrm file in this folder",
                        {options.in, 0, {}, {}}});
  if (!options.ninja.empty()) {
    const std::string text = ninja_text(items, options);
    const auto written = write_file(options.ninja, std::as_bytes(std::span(text.data(), text.size())), true);
    return written ? kFine : report(written.error());
  }
  Converter converter(options, items.size());
  for (const Item& item : items) converter.add(item);
  return converter.finish();
}

}  // namespace

Command add_batch(CLI::App& app) {
  auto options = std::make_shared<BatchOptions>();
  CLI::App* command = app.add_subcommand("batch", "Converts a whole tree of files");
  command->add_option("IN_DIR", options->in, "A folder with .x, .gltf, .glb and .vrm files")->required();
  command->add_option("OUT_DIR", options->out, "Where the new files go, in folders of the same names")
      ->required();
  command->add_option("--to", options->to, "The format")
      ->required()
      ->check(CLI::IsMember({"glb", "x", "skelter"}));
  command->add_option("--jobs", options->jobs, "How many files at a time (default: one per processor)")
      ->check(CLI::Range(1u, 1024u))
      ->type_name("N");
  command->add_option("--emit-ninja", options->ninja, "Write a Ninja file instead of converting")
      ->type_name("FILE");
  add_textures_option(*command, options->textures);
  command->add_flag("--quiet", options->quiet, "No progress");
  command->footer(
      "A result that is newer than its source is skipped, so an interrupted batch can be resumed.\n"
      "Example: skelter batch old_game/ converted/ --to glb");
  return {command, [options] { return run_batch(*options); }};
}

}  // namespace skelter::cli
