// Tests the rules on made-up lines first, and then the project's own files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "architecture/rules.h"

namespace skelter::test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr std::string_view kTable = R"(text before
| module | holds | may include | third-party it may use | whose internal headers |
|---|---|---|---|---|
| `core` | results, `a | none | none | none |
| `system` | files | `core` | none |
| `scene` | scenes | `core` | fmt | none |
| `formats/x` | .x | `core scene` | zlib, fast_float | `scene` |
| `cli` | the command | everything above | CLI11 | everything above |

| module | holds | may include | third-party it may use |
)";

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<Module> own_table() {
  return parse_table(read(SKELTER_SOURCE_DIR "/docs/architecture.md"));
}

std::vector<std::string> wrong_in(std::string_view path, std::string_view text) {
  return violations(path, text, parse_table(kTable));
}

TEST(ArchitectureTable, rows_are_read_with_modules_and_libraries) {
  const std::vector<Module> modules = parse_table(kTable);
  ASSERT_EQ(modules.size(), 5u);
  EXPECT_EQ(modules[0].name, "core");
  EXPECT_THAT(modules[0].may_include, IsEmpty());
  EXPECT_THAT(modules[0].libraries, IsEmpty());
  EXPECT_EQ(modules[3].name, "formats/x");
  EXPECT_THAT(modules[3].may_include, ElementsAre("core", "scene"));
  EXPECT_THAT(modules[3].libraries, ElementsAre("zlib", "fast_float"));
  EXPECT_THAT(modules[3].internals, ElementsAre("scene"));
  EXPECT_THAT(modules[4].may_include, ElementsAre("core", "system", "scene", "formats/x"));
  EXPECT_THAT(modules[4].internals, ElementsAre("core", "system", "scene", "formats/x"));
  EXPECT_THAT(modules[0].internals, IsEmpty());
  EXPECT_THAT(modules[1].internals, IsEmpty());  // the row ends before that column
}

TEST(ArchitectureTable, text_without_a_table_has_no_modules) {
  EXPECT_THAT(parse_table("| a | b |\n"), IsEmpty());
}

TEST(ArchitectureRules, allowed_includes_are_silent) {
  EXPECT_THAT(wrong_in("src/formats/x/read/read.cpp",
                       "#include \"skelter/formats/x/read.h\"\n#include <vector>\n#include <zlib.h>\n"
                       "#include \"skelter/scene/scene.h\"\n#include \"formats/x/tokens/token.h\"\n#include "
                       "\"token.h\"\n"),
              IsEmpty());
}

TEST(ArchitectureRules, an_arrow_that_is_not_in_the_table_is_named_with_its_line) {
  EXPECT_THAT(
      wrong_in("include/skelter/scene/scene.h", "#pragma once\n#include \"skelter/formats/x/read.h\"\n"),
      ElementsAre("include/skelter/scene/scene.h:2: module scene may not include module formats/x "
                  "(\"skelter/formats/x/read.h\")"));
}

TEST(ArchitectureRules, private_headers_of_another_module_are_refused) {
  EXPECT_THAT(wrong_in("src/cli/main.cpp", "#include \"scene/sampling.h\"\n"),
              ElementsAre("src/cli/main.cpp:1: \"scene/sampling.h\" is private to module scene"));
}

TEST(ArchitectureRules, internal_headers_are_for_the_modules_that_the_table_names) {
  const std::string_view line = "#include \"scene/evaluate/internal/sample_node.h\"\n";
  EXPECT_THAT(wrong_in("src/scene/lint/lint.cpp", line), IsEmpty());
  EXPECT_THAT(wrong_in("src/formats/x/write/write.cpp", line), IsEmpty());
  EXPECT_THAT(wrong_in("src/cli/main.cpp", line), IsEmpty());
  EXPECT_THAT(
      wrong_in("src/system/file.cpp", line),
      ElementsAre("src/system/file.cpp:1: module system may not include what is internal to module scene "
                  "(\"scene/evaluate/internal/sample_node.h\")"));
}

TEST(ArchitectureRules, public_headers_include_nothing_that_is_not_installed) {
  const std::string text = " is not installed, so no public header may include it";
  EXPECT_THAT(
      wrong_in("include/skelter/formats/x/read.h", "#include \"scene/evaluate/internal/sample_node.h\"\n"),
      ElementsAre("include/skelter/formats/x/read.h:1: \"scene/evaluate/internal/sample_node.h\"" + text));
  EXPECT_THAT(wrong_in("include/skelter/scene/scene.h", "#include \"scene/sampling.h\"\n"),
              ElementsAre("include/skelter/scene/scene.h:1: \"scene/sampling.h\"" + text));
}

TEST(ArchitectureRules, headers_in_no_folder_are_of_the_module_with_their_name_else_of_core) {
  EXPECT_THAT(wrong_in("include/skelter/version.h", "#include <string_view>\n"), IsEmpty());
  EXPECT_THAT(wrong_in("src/system/file.cpp", "#include \"skelter/version.h\"\n"), IsEmpty());
  EXPECT_THAT(wrong_in("include/skelter/version.h", "#include \"skelter/scene/scene.h\"\n"),
              ElementsAre(HasSubstr("module core may not include module scene")));
  EXPECT_THAT(wrong_in("include/skelter/scene.h", "#include \"skelter/core/error.h\"\n"), IsEmpty());
  EXPECT_THAT(wrong_in("src/system/file.cpp", "#include \"skelter/scene.h\"\n"),
              ElementsAre(HasSubstr("module system may not include module scene")));
}

TEST(ArchitectureRules, a_library_that_the_row_does_not_name_is_refused) {
  EXPECT_THAT(wrong_in("src/core/error.cpp", "#include <fmt/core.h>\n"),
              ElementsAre("src/core/error.cpp:1: module core may not use fmt (<fmt/core.h>)"));
  EXPECT_THAT(wrong_in("src/core/error.cpp", "#include <boost/any.hpp>\n"),
              ElementsAre(HasSubstr("<boost/any.hpp> is of no library")));
}

TEST(ArchitectureRules, files_belong_to_system_and_processes_also_to_front_doors) {
  EXPECT_THAT(wrong_in("src/system/file_paths.cpp", "#include <filesystem>\n#include <unistd.h>\n"),
              IsEmpty());
  EXPECT_THAT(wrong_in("src/core/error.cpp", "#include <filesystem>\n"),
              ElementsAre(HasSubstr("src/system")));
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "#include <sys/stat.h>\n"),
              ElementsAre(HasSubstr("front door")));
  EXPECT_THAT(wrong_in("src/cli/output/progress.cpp", "#include <unistd.h>\n"), IsEmpty());
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "#include <regex.h>\n"), ElementsAre(HasSubstr("front door")));
  EXPECT_THAT(wrong_in("src/cli/main.cpp", "#include <fstream>\n"), ElementsAre(HasSubstr("src/system")));
}

TEST(ArchitectureRules, calls_of_the_system_are_found_without_their_header) {
  EXPECT_THAT(wrong_in("src/system/file_paths.cpp", "  std::fopen(path); std::getenv(name);\n"), IsEmpty());
  EXPECT_THAT(wrong_in("src/cli/main.cpp", "  f = std::fopen(path);\n"),
              ElementsAre(HasSubstr("fopen() belongs")));
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "  popen(x);\n"), ElementsAre(HasSubstr("popen() belongs")));
  EXPECT_THAT(wrong_in("src/cli/main.cpp", "  std::getenv(x);\n"), IsEmpty());
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "  my_fopen(x); file.fork(x);  // fopen(x)\n"), IsEmpty());
}

TEST(ArchitectureRules, threads_belong_to_task_adapters) {
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "  std::thread worker;\n"),
              ElementsAre(HasSubstr("task adapter")));
  EXPECT_THAT(wrong_in("src/scene/scene.cpp", "  // not std::thread\n  std::this_thread::yield();\n"),
              IsEmpty());
  EXPECT_THAT(wrong_in("src/core/task_threads.cpp", "  std::thread worker;\n"), IsEmpty());
}

TEST(ArchitectureRules, a_folder_without_a_row_is_refused) {
  EXPECT_THAT(wrong_in("src/sound/play.cpp", ""),
              ElementsAre(HasSubstr("src/sound/play.cpp: is in no module")));
  EXPECT_THAT(wrong_in("src/core/a.cpp", "#include \"skelter/sound/play.h\"\n"),
              ElementsAre(HasSubstr("in no module")));
}

// The project's own files.
TEST(Architecture, the_document_has_the_table) {
  EXPECT_GE(own_table().size(), 15u);
}

// This order rules out cycles between modules.
TEST(Architecture, modules_include_only_modules_of_earlier_rows) {
  std::vector<std::string> earlier;
  for (const Module& module : own_table()) {
    for (const std::string& other : module.may_include)
      EXPECT_THAT(earlier, Contains(other)) << "of module " << module.name;
    earlier.push_back(module.name);
  }
}

TEST(Architecture, only_modules_that_may_be_included_show_their_internal_headers) {
  for (const Module& module : own_table())
    for (const std::string& other : module.internals)
      EXPECT_THAT(module.may_include, Contains(other)) << "of module " << module.name;
}

// The project's headers and sources, by path. Paths begin with "include/" or "src/".
const std::map<std::string, std::string>& project_files() {
  static const std::map<std::string, std::string> files = [] {
    std::map<std::string, std::string> texts;
    const fs::path root = SKELTER_SOURCE_DIR;
    for (const char* folder : {"include", "src"})
      for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
          texts[fs::relative(entry.path(), root).generic_string()] = read(entry.path());
    return texts;
  }();
  return files;
}

TEST(Architecture, the_project_follows_its_own_rules) {
  const std::vector<Module> modules = own_table();
  for (const auto& [path, text] : project_files())
    for (const std::string& wrong : violations(path, text, modules)) ADD_FAILURE() << wrong;
  EXPECT_GE(project_files().size(), 20u);
}

// The files that contain one of the texts outside of comments.
std::vector<std::string> files_with(std::initializer_list<std::string_view> texts) {
  std::vector<std::string> found;
  for (const auto& [path, text] : project_files())
    for (const std::string_view wanted : texts)
      if (text.find(wanted) != std::string::npos) {
        found.push_back(path);
        break;
      }
  return found;
}

// Searches for texts that occur only in the definition.
TEST(Architecture, what_several_modules_need_is_defined_once) {
  EXPECT_THAT(files_with({"3.14159", "M_PI", "57.2957"}), ElementsAre());  // std::numbers::pi
  EXPECT_THAT(files_with({"\n  pingpong", " pingpong }"}), ElementsAre("include/skelter/math/play_time.h"));
  EXPECT_THAT(files_with({"extent / 2.5"}), ElementsAre("src/render/renderer.cpp"));
  EXPECT_THAT(files_with({"0.996", "12.92"}), ElementsAre("include/skelter/math/color.h"));
  EXPECT_THAT(files_with({"\".vrma\""}), ElementsAre("src/load/load.cpp"));
  EXPECT_THAT(files_with({"{\"severity\", to_text", "error_handler_t::replace"}),
              ElementsAre("src/compile/json_values.cpp"));
  EXPECT_THAT(files_with({"for (std::uint32_t i = 0; scene.nodes[n].shown"}),
              ElementsAre("src/scene/internal/shown.h"));
}

// Returns "formats/x" for "src/formats/x/read/read.cpp" and for "include/skelter/formats/x/read.h".
std::string module_of(std::string path) {
  path = path.substr(path.starts_with("include/skelter/") ? 16 : path.find('/') + 1);
  const std::size_t end = path.find('/', path.starts_with("formats/") ? 8 : 0);
  return path.substr(0, end);
}

TEST(Architecture, no_two_headers_of_a_module_have_one_name) {
  std::map<std::string, std::vector<std::string>> headers;
  for (const auto& [path, text] : project_files())
    if (path.ends_with(".h")) headers[module_of(path) + path.substr(path.rfind('/'))].push_back(path);
  EXPECT_GE(headers.size(), 400u);
  for (const auto& [name, paths] : headers) EXPECT_THAT(paths, SizeIs(1));
}

// Returns "Camera" for a line that begins the definition of the class or enumeration Camera in a namespace,
// and "" for other lines.
std::string defined_class(std::string_view line) {
  line = line.substr(0, line.find("  //"));
  if (line.ends_with(';') && line.find('{') == std::string_view::npos) return {};
  for (const std::string_view keyword : {"class ", "struct ", "enum class ", "enum "}) {
    if (!line.starts_with(keyword)) continue;
    std::string_view rest = line.substr(keyword.size());
    if (rest.starts_with("class ")) continue;
    if (rest.starts_with("[[nodiscard]] ")) rest.remove_prefix(14);
    if (rest.starts_with("alignas(")) rest = rest.substr(std::min(rest.find(") "), rest.size() - 2) + 2);
    const std::string_view name = rest.substr(0, rest.find_first_of(" {"));
    return name.find_first_of(":<") == std::string_view::npos ? std::string(name) : std::string();
  }
  return {};
}

// An unnamed namespace counts as the namespace around it, so that a search for a name finds a single class.
TEST(Architecture, no_two_classes_of_a_namespace_have_one_name) {
  std::map<std::string, std::set<std::string>> classes;
  for (const auto& [path, text] : project_files()) {
    std::vector<std::string> open;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("namespace ") && line.ends_with("{"))
        open.push_back(line.substr(10, line.find(" {") == 9 ? 0 : line.find(" {") - 10));
      if (line.starts_with("}  // namespace") && !open.empty()) open.pop_back();
      const std::string name = defined_class(line);
      if (name.empty()) continue;
      std::string inside;
      for (const std::string& part : open) inside += part.empty() ? "" : part + "::";
      classes[inside + name].insert(path);
    }
  }
  EXPECT_GE(classes.size(), 1000u);
  for (const auto& [name, paths] : classes) EXPECT_THAT(paths, SizeIs(1)) << name;
}

// CMake may add to a module only its own sources and those of modules that it may include.
TEST(Architecture, cmake_adds_no_sources_of_a_module_that_may_not_be_included) {
  const std::vector<Module> modules = own_table();
  const std::string text = read(SKELTER_SOURCE_DIR "/CMakeLists.txt");
  const std::regex added(R"(target_sources\(skelter_(\w+) [^)]*?/src/([^)]*)\))");
  std::size_t count = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), added), end; it != end; ++it, ++count) {
    const std::string other = module_of("src/" + (*it)[2].str());
    const auto module = std::find_if(modules.begin(), modules.end(), [&](const Module& m) {
      std::string target = m.name;
      std::replace(target.begin(), target.end(), '/', '_');
      return target == (*it)[1].str();
    });
    ASSERT_NE(module, modules.end()) << it->str();
    EXPECT_TRUE(other == module->name ||
                std::count(module->may_include.begin(), module->may_include.end(), other) == 1)
        << it->str();
  }
  EXPECT_GE(count, 1u);
}

// Characters driven by calls and characters driven by graphs share src/play itself, which depends on neither.
// Only character.cpp, the interface to both, includes both.
TEST(Architecture, the_folders_of_play_do_not_include_each_other) {
  std::size_t includes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(SKELTER_SOURCE_DIR "/src/play")) {
    const std::string folder = entry.path().parent_path().filename().string();
    if (!entry.is_regular_file() || entry.path().filename() == "character.cpp") continue;
    std::istringstream lines(read(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("#include \"play/")) continue;
      ++includes;
      for (const std::string other : {"clips", "graph"})
        EXPECT_FALSE(other != folder && line.starts_with("#include \"play/" + other + "/"))
            << entry.path() << ": " << line;
    }
  }
  EXPECT_GE(includes, 30u);
}

// Adds a project file and all project files that it includes to `files`, and the names of all other includes
// to `outside`.
void follow(const fs::path& path, std::set<fs::path>& files, std::set<std::string>& outside) {
  if (!files.insert(path).second) return;
  const fs::path root = SKELTER_SOURCE_DIR;
  std::istringstream lines(read(path));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#include ")) continue;
    const std::size_t begin = line.find_first_of("<\"") + 1;
    const std::string name = line.substr(begin, line.find_first_of(">\"", begin) - begin);
    const fs::path own[] = {root / "include" / name, root / "src" / name};
    const auto* found =
        std::find_if(std::begin(own), std::end(own), [](const fs::path& p) { return fs::exists(p); });
    if (found != std::end(own)) {
      follow(*found, files, outside);
    } else {
      outside.insert(name);
    }
  }
}

// The code that computes a graph's state contains no vector code, so that the state has the same bytes on
// every instruction set. (Poses do use vector code: src/runtime.)
TEST(Architecture, the_update_of_graphs_includes_no_vector_code) {
  std::set<fs::path> files;
  std::set<std::string> outside;
  for (const auto& entry : fs::directory_iterator(SKELTER_SOURCE_DIR "/src/play/graph"))
    follow(entry.path(), files, outside);
  EXPECT_GE(files.size(), 30u);
  EXPECT_THAT(outside, Contains("span"));
  for (const std::string& name : outside)
    EXPECT_FALSE(name.starts_with("hwy/") || name.ends_with("intrin.h") || name == "arm_neon.h") << name;
}

// A game that draws with Skelter compiles and links no scenes, no offline compiler and no players.
TEST(Architecture, rendering_includes_no_scenes_compiler_or_players) {
  std::set<fs::path> files;
  std::set<std::string> outside;
  for (const char* folder : {"/src/render", "/include/skelter/render"})
    for (const auto& entry : fs::recursive_directory_iterator(SKELTER_SOURCE_DIR + std::string(folder)))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
        follow(entry.path(), files, outside);
  EXPECT_GE(files.size(), 60u);
  for (const fs::path& file : files)
    for (const char* module : {"/scene/", "/compile/", "/formats/", "/play/"})
      EXPECT_THAT(file.generic_string(), Not(HasSubstr(module)));
  for (const char* library : {"nlohmann/json.hpp", "meshoptimizer.h"})
    EXPECT_THAT(outside, Not(Contains(library)));
}

}  // namespace
}  // namespace skelter::test
