#include "cli/output/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "cli/output/advice.h"
#include "cli/output/report/pack_info.h"
#include "system/internal/process.h"
#include "system/internal/terminal.h"
#include "system/internal/text.h"

namespace skelter::cli {
namespace {

// Prints the parts of a message, in colour on a terminal.
void print_parts(const std::string& place, Severity severity, const std::string& message) {
  const bool color = uses_color(stderr);
  const auto painted = [color](const char* paint, const std::string& text) {
    return color ? fmt::format("\033[{}m{}\033[0m", paint, printable(text)) : printable(text);
  };
  std::string line;
  if (severity == Severity::error) {
    if (!place.empty()) line = painted("1;31", place + ":") + " ";
  } else {
    if (!place.empty()) line = painted("1", place + ":") + " ";
    line += painted(severity == Severity::warning ? "33" : "36", std::string(to_text(severity)) + ":") + " ";
  }
  std::fprintf(stderr, "%s%s\n", line.c_str(), printable(message).c_str());
}

// Prints how to fix an error, on its own line.
void print_advice(std::string_view code, const std::string& file) {
  if (code == "pack.older") print_parts(file, Severity::note, "run " + compile_again_command(file));
}

Diagnostic advised(Diagnostic diagnostic) {
  diagnostic.message += advice_on(diagnostic.code, diagnostic.message);
  return diagnostic;
}

// `diagnostic` already includes its advice.
void print_diagnostic(const Diagnostic& diagnostic, Severity shown_as) {
  Diagnostic rest = diagnostic;
  rest.spot = {{}, 0, {}, diagnostic.spot.object};
  print_parts(to_string(diagnostic.spot), shown_as, to_string(rest));
  print_advice(diagnostic.code, diagnostic.spot.file);
}

Severity severity_shown(const Diagnostic& entry, const ConsoleOptions& options) {
  return entry.severity == Severity::warning && options.warnings_as_errors ? Severity::error : entry.severity;
}

// Notes about repairs and changes that do not affect look or motion.
struct Harmless {
  std::string_view code, what;
};
constexpr Harmless kHarmless[] = {
    {"assimp.not-unit", "normals normalised"},
    {"gltf.unused-coordinates", "texture coordinates without a texture"},
    {"gltf.weights-inexact", "weights off by rounding"},
    {"x.frames-reordered", "frames in a different order"},
    {"x.meshes-reordered", "meshes in a different order"},
    {"x.normals-not-unit", "normals normalised"},
    {"x.repeated-corner", "triangles with a repeated corner"},
    {"x.rotation-not-unit", "rotation keys normalised"},
    {"x.template-members", "templates with different members"},
    {"x.zero-normal", "normals of length 0 computed"},
};

const Harmless* find_harmless(const Diagnostic& diagnostic) {
  const auto found = std::find_if(std::begin(kHarmless), std::end(kHarmless),
                                  [&](const Harmless& known) { return known.code == diagnostic.code; });
  return diagnostic.severity == Severity::note && found != std::end(kHarmless) ? &*found : nullptr;
}

// Notes and warnings that share a line. All have the same severity, code and file.
struct Alike {
  std::vector<const Diagnostic*> entries;
  bool same_message = true;
};

constexpr std::size_t kMaxLinesOfCode = 3;  // lines with different messages
constexpr std::size_t kNamesInLine = 3;
constexpr std::string_view kOthers = "others";  // the name that Diagnostics::add uses for many objects

bool of_one_code(const Diagnostic& a, const Diagnostic& b) {
  return a.severity == b.severity && a.code == b.code && a.spot.file == b.spot.file;
}

// Joins equal messages into one line, and all messages with the same code if they would need more than
// kMaxLinesOfCode lines. Errors stay separate.
std::vector<Alike> joined(const std::vector<const Diagnostic*>& entries) {
  std::vector<Alike> lines;
  for (const Diagnostic* entry : entries) {
    const auto same = std::find_if(lines.begin(), lines.end(), [&](const Alike& line) {
      return of_one_code(*line.entries[0], *entry) && line.entries[0]->message == entry->message;
    });
    if (entry->severity == Severity::error || same == lines.end())
      lines.push_back({{entry}, true});
    else
      same->entries.push_back(entry);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].entries[0]->severity == Severity::error) continue;
    const auto alike = [&](const Alike& line) { return of_one_code(*line.entries[0], *lines[i].entries[0]); };
    if (static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), alike)) <= kMaxLinesOfCode)
      continue;
    for (std::size_t other = i + 1; other < lines.size();) {
      if (!alike(lines[other])) {
        ++other;
        continue;
      }
      lines[i].entries.insert(lines[i].entries.end(), lines[other].entries.begin(),
                              lines[other].entries.end());
      lines[i].same_message = false;
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(other));
    }
  }
  return lines;
}

// Prints "a.x:86: warning: Bone_0, Bone_1, Bone_2 and 37 more: no frame has this name (40 times; --all lists
// them)".
void print_alike(const Alike& alike, Severity shown_as) {
  if (alike.entries.size() == 1) return print_diagnostic(advised(*alike.entries[0]), shown_as);
  Diagnostic all = advised(*alike.entries[0]);
  std::vector<std::string> names;
  bool others = false;
  all.count = 0;
  for (const Diagnostic* entry : alike.entries) {
    all.count += entry->count;
    if (entry->spot.object == kOthers)
      others = true;
    else if (!entry->spot.object.empty())
      names.push_back(entry->spot.object);
  }
  std::string objects;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesInLine); ++i)
    objects += (objects.empty() ? "" : ", ") + names[i];
  if (others)
    objects += " and others";
  else if (names.size() > kNamesInLine)
    objects += fmt::format(" and {} more", names.size() - kNamesInLine);
  all.spot.object = objects;
  const std::uint64_t count = std::exchange(all.count, 1);
  all.message +=
      fmt::format(" ({} times{}; --all lists them)", count, alike.same_message ? "" : ", not all alike");
  print_diagnostic(all, shown_as);
}

// Sort order: visible problems first, advice to exporters last.
int consequence(const Diagnostic& diagnostic) {
  for (const std::string_view code :
       {"texture.missing", "texture.unreadable", "x.frame-ticks", "x.frame-numbers", "x.only-animations",
        "x.no-bone-has-frame", "gltf.no-skin", "play.influences"})
    if (diagnostic.code == code) return 0;
  return diagnostic.code.substr(0, 6) == "check." ? 2 : 1;
}

// Prints "walk.x: note: 3 harmless repairs: normals normalised (2), rotation keys normalised (1); --all lists
// them".
void print_harmless(const std::vector<const Diagnostic*>& harmless) {
  std::vector<std::pair<std::string_view, std::uint64_t>> counts;
  std::uint64_t all = 0;
  for (const Diagnostic* entry : harmless) {
    const std::string_view what = find_harmless(*entry)->what;
    const auto known =
        std::find_if(counts.begin(), counts.end(), [&](const auto& c) { return c.first == what; });
    if (known == counts.end())
      counts.emplace_back(what, entry->count);
    else
      known->second += entry->count;
    all += entry->count;
  }
  std::string list;
  for (const auto& [what, count] : counts)
    list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", what, count);
  print_parts(harmless[0]->spot.file, Severity::note,
              fmt::format("{} harmless repairs: {}; --all lists them", all, list));
}

}  // namespace

bool uses_color(std::FILE* stream) {
  // https://no-color.org: disabled if not empty
  return environment_variable("NO_COLOR").empty() && takes_escapes(stream);
}

void print_message(std::string_view message) {
  std::fprintf(stderr, "%s\n", printable(message).c_str());
}

int report(const Diagnostics& diagnostics, const ConsoleOptions& options) {
  std::vector<const Diagnostic*> order, harmless;
  for (const Diagnostic& entry : diagnostics.entries())
    (!options.all && find_harmless(entry) != nullptr ? harmless : order).push_back(&entry);
  if (harmless.size() == 1) order.push_back(std::exchange(harmless, {})[0]);
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    if (a->severity != b->severity) return a->severity > b->severity;
    return consequence(*a) < consequence(*b);
  });
  int code = kFine;
  if (options.all) {
    for (const Diagnostic* entry : order) code = std::max(code, report_in_order({entry, 1}, options));
  } else {
    for (const Alike& line : joined(order)) {
      const Severity severity = severity_shown(*line.entries[0], options);
      if (severity == Severity::error) code = kFailed;
      if (severity == Severity::error || !options.quiet) print_alike(line, severity);
    }
  }
  if (!harmless.empty() && !options.quiet) print_harmless(harmless);
  return code;
}

int report_in_order(std::span<const Diagnostic> diagnostics, const ConsoleOptions& options) {
  int code = kFine;
  for (const Diagnostic& entry : diagnostics) {
    const Severity severity = severity_shown(entry, options);
    if (severity == Severity::error) code = kFailed;
    if (severity == Severity::error || !options.quiet) print_diagnostic(advised(entry), severity);
  }
  return code;
}

int report(const Error& error) {
  Error rest = error;
  rest.where = {{}, 0, {}, error.where.object};
  rest.message += advice_on(error.code, error.message);
  print_parts(to_string(error.where), Severity::error, to_string(rest));
  print_advice(error.code, error.where.file);
  return error.status == Status::invalid_argument ? kBadUsage : kFailed;
}

Error usage_error(std::string option, std::string message) {
  return {Status::invalid_argument, "cli.usage", std::move(message), {std::move(option), 0, {}, {}}};
}

int print_answer(std::string_view answer) {
  const std::string text = printable(answer, LineEnds::kept);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return kFine;
  return report(Error{Status::io,
                      "cli.output",
                      std::string("cannot be written: ") + std::strerror(errno),
                      {"standard output", 0, {}, {}}});
}

}  // namespace skelter::cli
