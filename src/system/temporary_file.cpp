#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "system/internal/process.h"
#include "system/os_files.h"
#include "system/path_text.h"

namespace skelter {

Result<TemporaryFile> TemporaryFile::create(std::string_view suffix) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(unknown);
  std::string path = to_text((unknown ? to_path("/tmp") : folder) / "skelter-");
  std::array<std::uint8_t, 8> random;
  int file = fill_random(random) ? 0 : -1;
  if (file == 0) {
    for (const std::uint8_t byte : random)
      path += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    path += suffix;
    file = open_new(path, FileMode::private_to_user);
  }
  if (file < 0)
    return Error{
        Status::io, "process.io", std::string("cannot be made: ") + std::strerror(errno), {path, 0, {}, {}}};
  close_file(file);
  return TemporaryFile(std::move(path));
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) remove_file(path_);
}

}  // namespace skelter
