#include "cli/input/compile_config.h"

#include <utility>

#include "skelter/system/file.h"

namespace skelter::cli {

Result<std::string> read_text(const std::string& file) {
  const auto bytes = read_file(file);
  if (!bytes) return bytes.error();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

CLI::Option* add_config_option(CLI::App& command, std::string& file) {
  return command.add_option("--config", file, "Events, root motion, masks, ...: docs/compile.md")
      ->type_name("FILE.json");
}

Result<CompileSettings> read_config(const std::string& file, const Scene& scene) {
  CompileSettings settings;
  settings.clips.resize(scene.clips.size());
  if (!file.empty()) {
    const auto text = read_text(file);
    if (!text) return text.error();
    auto read = read_compile_settings(*text, file, scene);
    if (!read) return read.error();
    settings = std::move(*read);
  }
  settings.read_text = read_text;
  return settings;
}

}  // namespace skelter::cli
