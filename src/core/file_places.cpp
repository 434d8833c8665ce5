#include "skelter/core/file_places.h"

#include <filesystem>
#include <system_error>

namespace skelter {

std::string executable_folder() {
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::string() : program.parent_path().string();
}

Result<void> make_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (!failed && std::filesystem::is_directory(path, failed)) return {};
  return Error{Status::io,
               "file.io",
               "folder cannot be made" + (failed ? ": " + failed.message() : std::string()),
               {path, 0, {}, {}}};
}

}  // namespace skelter
