#include "viewer/window/config.h"

#include "skelter/system/file.h"
#include "system/internal/file_places.h"
#include "viewer/state_json.h"

namespace skelter {

ViewerConfig load_config(const std::string& path) {
  ViewerConfig config;
  const auto bytes = read_file(path);
  if (!bytes) return config;
  const auto json =
      parse_json_object(std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()), path);
  if (!json) return config;
  if (const auto recent = json->find("recent"); recent != json->end() && recent->is_array())
    for (const auto& entry : *recent)
      if (entry.is_string()) config.recent.push_back(entry.get<std::string>());
  if (const auto panels = json->find("panels"); panels != json->end() && panels->is_object())
    if (const auto read = panels_from_json(*panels, path)) config.panels = *read;
  return config;
}

Result<void> save_config(const std::string& path, const ViewerConfig& config) {
  const std::string folder = parent_folder(path);
  if (!folder.empty())
    if (const Result<void> made = make_folder(folder); !made) return made;
  const std::string text =
      ViewerJson{{"recent", config.recent}, {"panels", to_json(config.panels)}}.dump(2) + "\n";
  return write_file(path, {reinterpret_cast<const std::byte*>(text.data()), text.size()}, true);
}

}  // namespace skelter
