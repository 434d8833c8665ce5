#include "desktop/config.h"

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter {

ViewerConfig load_config(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return {};
  return viewer_config_from_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

Result<void> save_config(const std::string& path, const ViewerConfig& config) {
  const std::string folder = parent_folder(path);
  if (!folder.empty())
    if (const Result<void> made = make_folder(folder); !made) return made;
  const std::string text = to_json_text(config);
  return write_file(path, {reinterpret_cast<const std::byte*>(text.data()), text.size()}, true);
}

}  // namespace skelter
