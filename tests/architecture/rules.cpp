#include "architecture/rules.h"

#include <algorithm>
#include <regex>
#include <utility>

namespace skelter::test {
namespace {

// Include prefixes of each library. Headers in angle brackets that are neither listed nor standard are
// rejected.
constexpr std::pair<std::string_view, std::string_view> kLibraries[] = {{"iconv.h", "iconv"},
                                                                        {"fmt/", "fmt"},
                                                                        {"zlib.h", "zlib"},
                                                                        {"fast_float/", "fast_float"},
                                                                        {"stb/", "stb"},
                                                                        {"webp/", "libwebp"},
                                                                        {"gif_lib.h", "giflib"},
                                                                        {"epoxy/", "libepoxy"},
                                                                        {"GLFW/", "GLFW"},
                                                                        {"CLI/", "CLI11"},
                                                                        {"nlohmann/", "nlohmann-json"},
                                                                        {"assimp/", "Assimp"},
                                                                        {"hwy/", "Highway"},
                                                                        {"xxhash.h", "xxHash"},
                                                                        {"imgui", "Dear ImGui"},
                                                                        {"backends/imgui", "Dear ImGui"},
                                                                        {"meshoptimizer.h", "meshoptimizer"},
                                                                        {"draco/", "Draco"},
                                                                        {"tbb/", "oneTBB"},
                                                                        {"oneapi/tbb", "oneTBB"},
                                                                        {"wasm_simd128.h", "Highway"},
                                                                        {"psapi.h", "Windows"},
                                                                        {"shellapi.h", "Windows"},
                                                                        {"io.h", "Windows"},
                                                                        {"share.h", "Windows"},
                                                                        {"GLES", "Emscripten"},
                                                                        {"emscripten", "Emscripten"}};

constexpr std::string_view kFileHeaders[] = {"filesystem", "fstream", "dirent.h", "fcntl.h"};
constexpr std::string_view kSystemHeaders[] = {"unistd.h",  "sys/",      "signal.h",  "csignal",
                                               "poll.h",    "spawn.h",   "termios.h", "dlfcn.h",
                                               "pthread.h", "windows.h", "regex.h"};
constexpr std::string_view kFrontDoors[] = {"desktop", "demos", "web", "cli"};

bool starts_with_any(std::string_view text, const auto& prefixes) {
  return std::any_of(std::begin(prefixes), std::end(prefixes),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

bool contains(const auto& list, std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string trimmed(std::string text) {
  const auto first = text.find_first_not_of(" `");
  const auto last = text.find_last_not_of(" `");
  return first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const std::string part = trimmed(text.substr(begin, end - begin));
    if (!part.empty() && part != "none") parts.push_back(part);
    begin = end + 1;
  }
  return parts;
}

// Reads a table cell with module names, or "everything above" for all rows read so far.
std::vector<std::string> modules_named(const std::string& cell, const std::vector<Module>& above) {
  if (trimmed(cell) != "everything above") return split(cell, ' ');
  std::vector<std::string> names;
  for (const Module& module : above) names.push_back(module.name);
  return names;
}

// Returns the module of a path below src/ or include/skelter/, or null. A header outside of all folders
// belongs to the module of the same name (load.h), to load (skelter.h), or to core (all others, such as
// version.h).
const Module* module_of(std::string_view path, const std::vector<Module>& modules) {
  if (path.find('/') == std::string_view::npos) {
    const std::string_view own = path == "skelter.h" ? "load.h" : path;
    const auto same_name = std::find_if(modules.begin(), modules.end(),
                                        [&](const Module& module) { return own == module.name + ".h"; });
    return same_name != modules.end() ? &*same_name : modules.empty() ? nullptr : modules.data();
  }
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [&](const Module& module) { return path.starts_with(module.name + "/"); });
  return found == modules.end() ? nullptr : &*found;
}

std::string_view below(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) ? path.substr(folder.size()) : std::string_view();
}

// Checks for calls that can be recognised without their header.
std::string check_call(std::string_view path, const std::string& line, const Module& module) {
  static const std::regex file(R"re((^|[^\w.>])(fopen|freopen|tmpfile)\s*\()re");
  static const std::regex system(R"re((^|[^\w.>])(popen|getenv|fork|execvp?|posix_spawnp?)\s*\()re");
  if (path.starts_with("src/system/")) return {};
  std::smatch match;
  if (std::regex_search(line, match, file)) return match[2].str() + "() belongs in src/system";
  if (std::regex_search(line, match, system) && !contains(kFrontDoors, module.name))
    return match[2].str() + "() belongs in src/system or a front door";
  return {};
}

std::string check_system(std::string_view path, const std::string& header, const Module& module) {
  if (path.starts_with("src/system/")) return {};
  if (contains(kFileHeaders, header)) return "<" + header + "> belongs in src/system";
  if (starts_with_any(header, kSystemHeaders) && !contains(kFrontDoors, module.name))
    return "<" + header + "> belongs in src/system or a front door";
  return {};
}

std::string check_angle(std::string_view path, const std::string& header, const Module& module) {
  if (contains(kFileHeaders, header) || starts_with_any(header, kSystemHeaders))
    return check_system(path, header, module);
  for (const auto& [prefix, library] : kLibraries) {
    if (!header.starts_with(prefix)) continue;
    if (contains(module.libraries, library)) return {};
    return "module " + module.name + " may not use " + std::string(library) + " (<" + header + ">)";
  }
  const bool standard = header.find_first_of("./") == std::string::npos;
  return standard ? std::string() : "<" + header + "> is of no library that docs/architecture.md names";
}

// Checks an include of a header below src/ that belongs to `other`.
std::string check_private(std::string_view path, const std::string& header, const Module& module,
                          const Module& other) {
  if (path.starts_with("include/"))
    return "\"" + header + "\" is not installed, so no public header may include it";
  if (&other == &module) return {};
  if (!header.starts_with(other.name + "/") || header.find("/internal/") == std::string::npos)
    return "\"" + header + "\" is private to module " + other.name;
  if (contains(module.internals, other.name)) return {};
  return "module " + module.name + " may not include what is internal to module " + other.name + " (\"" +
         header + "\")";
}

std::string check_quoted(std::string_view path, const std::string& header, const Module& module,
                         const std::vector<Module>& modules) {
  const bool is_public = header.starts_with("skelter/");
  const bool same_folder = header.find('/') == std::string::npos;
  if (same_folder) return {};
  const Module* other = module_of(is_public ? std::string_view(header).substr(8) : header, modules);
  if (!is_public && other != nullptr) return check_private(path, header, module, *other);
  if (other == &module) return {};
  if (other != nullptr) {
    if (contains(module.may_include, other->name)) return {};
    return "module " + module.name + " may not include module " + other->name + " (\"" + header + "\")";
  }
  return "\"" + header + "\" is in no module that docs/architecture.md names";
}

}  // namespace

std::vector<Module> parse_table(std::string_view markdown) {
  std::vector<Module> modules;
  bool inside = false;
  for (const std::string& line : lines_of(markdown)) {
    if (!inside || !line.starts_with("|")) {
      inside = line.starts_with("| module |");
      continue;
    }
    std::vector<std::string> cells = {""};
    for (const char c : line.substr(1)) {
      if (c == '|')
        cells.emplace_back();
      else
        cells.back() += c;
    }
    if (cells.size() < 5 || cells[0].starts_with("-")) continue;
    modules.push_back({trimmed(cells[0]), modules_named(cells[2], modules), split(cells[3], ','),
                       cells.size() > 5 ? modules_named(cells[4], modules) : std::vector<std::string>()});
  }
  return modules;
}

std::vector<std::string> violations(std::string_view path, std::string_view text,
                                    const std::vector<Module>& modules) {
  const std::string_view inside =
      path.starts_with("src/") ? below(path, "src/") : below(path, "include/skelter/");
  const Module* module = module_of(inside, modules);
  if (module == nullptr) return {std::string(path) + ": is in no module that docs/architecture.md names"};

  static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
  static const std::regex thread(R"re((^|[^\w])(std::(thread|jthread|async)|pthread_create)\b)re");
  const bool is_task_adapter = inside.substr(inside.rfind('/') + 1).starts_with("task_");
  std::vector<std::string> found;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    const std::string code = line.substr(0, line.find("//"));
    std::string wrong;
    std::smatch match;
    if (std::regex_match(line, match, include))
      wrong = match[1] == "<" ? check_angle(path, match[2], *module)
                              : check_quoted(path, match[2], *module, modules);
    else if (std::regex_search(code, thread) && !is_task_adapter)
      wrong = "threads belong in a task adapter (task_*)";
    else
      wrong = check_call(path, code, *module);
    if (!wrong.empty()) found.push_back(std::string(path) + ":" + std::to_string(number) + ": " + wrong);
  }
  return found;
}

}  // namespace skelter::test
