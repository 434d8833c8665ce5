#include <algorithm>
#include <filesystem>

#include "skelter/core/name_match.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"
#include "system/os_files.h"
#include "system/path_text.h"

namespace skelter {
namespace {

namespace fs = std::filesystem;

// Returns the entry of `folder` with this name, exactly or ignoring case. If several match, returns the first
// in alphabetical order.
std::optional<fs::path> find_entry(const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (const fs::path path = folder / to_path(name); fs::exists(path, error))
    return folder / to_path(name_on_disk(path));
  const std::string wanted = lower_ascii(name);
  std::optional<fs::path> best;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string entry = to_text(it->path().filename());
    if (lower_ascii(entry) == wanted && (!best || entry < to_text(best->filename())))
      best = folder / it->path().filename();
  }
  return best;
}

// Whether `path` is below `folder` after all links are resolved.
bool lies_below(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  const fs::path real_folder = resolve(folder.empty() ? fs::path(".") : folder, error);
  if (error) return false;
  const fs::path real = resolve(path, error);
  if (error) return false;
  return std::mismatch(real_folder.begin(), real_folder.end(), real.begin(), real.end()).first ==
         real_folder.end();
}

// Whether the path is a single name, which is the common case.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && last_separator(name) == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

}  // namespace

bool file_exists(const std::string& path) {
  std::error_code error;
  return fs::exists(to_path(path), error);
}

std::optional<std::string> find_below(const std::string& folder, std::string_view relative) {
  if (is_plain_name(relative)) {  // one system call instead of several
    std::string path = folder.empty() || folder.back() == '/' ? folder : folder + '/';
    path += relative;
    if (is_plain_file(path) && name_on_disk(to_path(path)) == relative) return path;
  }
  const fs::path wanted = to_path(relative);
  if (relative.empty() || wanted.has_root_path()) return std::nullopt;
  fs::path here = to_path(folder);
  for (const fs::path& part : wanted) {
    if (part == "." || part.empty()) continue;
    if (part == "..") return std::nullopt;
    const std::optional<fs::path> next = find_entry(here, to_text(part));
    if (!next) return std::nullopt;
    here = *next;
  }
  std::error_code error;
  if (!fs::is_regular_file(here, error) || !lies_below(to_path(folder), here)) return std::nullopt;
  return to_text(here);
}

bool is_link_out_of(const std::string& folder, std::string_view relative) {
  const fs::path wanted = to_path(relative);
  if (relative.empty() || wanted.has_root_path()) return false;
  const fs::path path = to_path(folder) / wanted;
  std::error_code error;
  return std::find(wanted.begin(), wanted.end(), fs::path("..")) == wanted.end() && fs::exists(path, error) &&
         !lies_below(to_path(folder), path);
}

std::string parent_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == last_separator(path) && slash != std::string::npos && slash != 0 && path[slash - 1] != '/' &&
      path[slash - 1] != ':')
    return path.substr(0, slash);  // the common case
  return to_text(to_path(path).parent_path());
}
std::string file_name(const std::string& path) {
  return to_text(to_path(path).filename());
}
std::string file_stem(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.size() - extension(name).size());
}

std::string extension(const std::string& path) {
  return lower_ascii(to_text(to_path(path).extension()));
}

}  // namespace skelter
