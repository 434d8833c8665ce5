#include "system/internal/paths.h"

#include <filesystem>
#include <system_error>

#include "system/path_text.h"

namespace skelter {

std::string absolute_path(const std::string& path) {
#ifdef __EMSCRIPTEN__
  return path;
#else
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::absolute(to_path(path), failed);
  return failed ? path : to_text(absolute.lexically_normal());
#endif
}

bool is_absolute(const std::string& path) {
  return to_path(path).is_absolute();
}

std::string path_from(const std::string& folder, const std::string& path) {
  // The path is made absolute first, because a relative path may have no existing parts.
  const auto real = [](const std::string& of) {
    std::error_code failed;
    const std::filesystem::path absolute = to_path(absolute_path(of));
    const std::filesystem::path resolved = resolve_known(absolute, failed);
    return failed ? absolute : resolved;
  };
  const std::filesystem::path relative = real(path).lexically_relative(real(folder.empty() ? "." : folder));
  return relative.empty() ? absolute_path(path) : to_text(relative);
}

std::string with_slashes(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '\\')
      out += path[i];
    else if (i == 0 || path[i - 1] != '\\')
      out += '/';
  }
  return out;
}

}  // namespace skelter
