// skelter shaders: writes the built-in shader and effect files, for editing and use with --shaders.

#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.h"
#include "cli/input/shader_folder.h"
#include "cli/output/console.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {
namespace {

// Writes no files if any of them exists.
Result<void> write_shaders(const std::string& folder, const std::vector<ShaderFile>& files) {
  if (const auto made = make_folder(folder); !made) return made;
  for (const ShaderFile& file : files)
    if (const std::string path = fmt::format("{}/{}", folder, file.name); file_exists(path))
      return Error{Status::io, "cli.exists", "already exists; choose a folder without it", {path, 0, {}, {}}};
  for (const ShaderFile& file : files) {
    const ByteSpan bytes{reinterpret_cast<const std::byte*>(file.text.data()), file.text.size()};
    if (const auto written = write_file(fmt::format("{}/{}", folder, file.name), bytes, false); !written)
      return written;
  }
  return {};
}

int run_shaders(const std::string& folder) {
  const std::vector<ShaderFile> files = all_shader_files();
  if (const auto written = write_shaders(folder, files); !written) return report(written.error());
  return print_answer(fmt::format("{}: {} files\n", folder, files.size()));
}

}  // namespace

Command add_shaders(CLI::App& app) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("shaders", "Write the shader and effect files, ready to edit");
  command->add_option("OUT_DIR", *folder, "Output folder; created if it is missing")->required();
  command->footer(
      "Example: skelter shaders my_shaders\n"
      "         skelter view assets/mannequin.x --shaders my_shaders\n"
      "The viewer reloads files when they are saved. Missing files fall back to the built-in ones.");
  return {command, [folder] { return run_shaders(*folder); }};
}

}  // namespace skelter::cli
