#include "system/path_text.h"

namespace skelter {

namespace fs = std::filesystem;

fs::path to_path(std::string_view text) {
  return fs::path(text);
}

std::string to_text(const fs::path& path) {
  return path.string();
}

fs::path resolve(const fs::path& path, std::error_code& error) {
  return fs::canonical(path, error);
}

fs::path resolve_known(const fs::path& path, std::error_code& error) {
  return fs::weakly_canonical(path, error);
}

std::string name_on_disk(const fs::path& path) {
  return path.filename().string();
}

bool is_link(const fs::path& path) {
  std::error_code error;
  return fs::is_symlink(path, error);
}

fs::path link_target(const fs::path& path, std::error_code& error) {
  return fs::read_symlink(path, error);
}

std::size_t last_separator(std::string_view path) {
  return path.rfind('/');
}

}  // namespace skelter
