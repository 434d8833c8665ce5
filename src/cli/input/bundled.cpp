#include "cli/input/bundled.h"

#include <utility>
#include <vector>

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/internal/process.h"

namespace skelter::cli {
namespace {

// SKELTER_ASSETS_FROM_BUILD and _FROM_INSTALL are relative, so that a built or installed tree can be moved.
std::vector<std::string> asset_folders() {
  if (std::string named = environment_variable("SKELTER_ASSETS"); !named.empty()) return {std::move(named)};
  const std::string program = executable_folder();
  return {program + "/" SKELTER_ASSETS_FROM_BUILD, program + "/" SKELTER_ASSETS_FROM_INSTALL};
}

}  // namespace

Result<std::string> bundled_file(const std::string& name) {
  std::string searched;
  for (const std::string& folder : asset_folders()) {
    if (file_exists(folder + "/" + name)) return folder + "/" + name;
    searched += (searched.empty() ? "" : " and ") + folder;
  }
  return Error{
      Status::not_found,
      "cli.no-assets",
      "bundled file is missing; looked in " + searched + "; SKELTER_ASSETS can set a different folder",
      {name, 0, {}, {}}};
}

}  // namespace skelter::cli
