#include "cli/input/shader_folder.h"

#include <algorithm>

#include "demos/internal/demo.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {

std::vector<ShaderFile> all_shader_files() {
  std::vector<ShaderFile> files = shader_files();
  for (const ShaderFile& file : demo_shader_files()) files.push_back(file);
  return files;
}

void add_shader_options(CLI::App& command, std::string& folder, bool& debug) {
  command
      .add_option(
          "--shaders", folder,
          "Folder of shader and effect files that replace the built-in ones (`skelter shaders` writes them)")
      ->type_name("FOLDER");
  command.add_flag("--debug-shaders", debug,
                   "Compile shaders with debug information and without optimisation");
}

Result<void> expect_shader_folder(const std::string& folder, const ConsoleOptions& console) {
  if (folder.empty()) return {};
  if (!is_folder(folder))
    return Error{Status::not_found,
                 "cli.no-shaders",
                 "no such folder; expected one with shader files, such as `skelter shaders` writes",
                 {folder, 0, {}, {}}};
  const auto there = files_below(folder);
  if (!there) return there.error();
  const std::vector<ShaderFile> known = all_shader_files();
  Diagnostics notes;
  for (const std::string& file : *there) {
    if (extension(file) != ".glsl" && extension(file) != ".effect") continue;
    if (std::none_of(known.begin(), known.end(), [&](const ShaderFile& one) { return one.name == file; }))
      notes.add(Severity::note, "cli.unknown-shader", {folder + "/" + file, 0, {}, {}},
                "no Skelter shader has this name; the file is ignored");
  }
  (void)report(notes, console);
  return {};
}

}  // namespace skelter::cli
