#include "skelter/core/file_places.h"

#include <algorithm>
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

Result<std::vector<std::string>> files_below(const std::string& folder) {
  std::error_code failed;
  const std::filesystem::path root(folder);
  if (!std::filesystem::is_directory(root, failed))
    return Error{Status::not_found, "file.no-folder", "no such folder", {folder, 0, {}, {}}};
  std::vector<std::string> files;
  std::filesystem::recursive_directory_iterator entry(root, failed);
  for (; !failed && entry != std::filesystem::recursive_directory_iterator(); entry.increment(failed))
    if (std::error_code ignored; entry->is_regular_file(ignored))
      files.push_back(entry->path().lexically_relative(root).generic_string());
  if (failed) return Error{Status::io, "file.io", "cannot be read: " + failed.message(), {folder, 0, {}, {}}};
  std::sort(files.begin(), files.end());
  return files;
}

bool is_newer(const std::string& path, const std::string& other) {
  std::error_code failed;
  const auto time = std::filesystem::last_write_time(path, failed);
  if (failed) return false;
  const auto other_time = std::filesystem::last_write_time(other, failed);
  return !failed && time >= other_time;
}

}  // namespace skelter
