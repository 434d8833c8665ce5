#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "skelter/core/name_match.h"
#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter {
namespace {

namespace fs = std::filesystem;

// Returns the entry of `folder` with this name, exactly or ignoring case. If several match, returns the first
// in alphabetical order.
std::optional<fs::path> find_entry(const fs::path& folder, const std::string& name) {
  std::error_code error;
  if (fs::exists(folder / name, error)) return folder / name;
  const std::string wanted = lower_ascii(name);
  std::optional<fs::path> best;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string entry = it->path().filename().string();
    if (lower_ascii(entry) == wanted && (!best || entry < best->filename().string())) best = folder / entry;
  }
  return best;
}

// Whether `path` is below `folder` after all links are resolved.
bool lies_below(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  const fs::path real_folder = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  if (error) return false;
  const fs::path real = fs::canonical(path, error);
  if (error) return false;
  return std::mismatch(real_folder.begin(), real_folder.end(), real.begin(), real.end()).first ==
         real_folder.end();
}

// Whether the path is a single name, which is the common case.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

}  // namespace

bool file_exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::optional<std::string> find_below(const std::string& folder, std::string_view relative) {
  if (is_plain_name(relative)) {  // one system call instead of several
    std::string path = folder.empty() || folder.back() == '/' ? folder : folder + '/';
    path += relative;
    struct stat about;
    if (::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode))
      return path;  // a regular file, not a link
  }
  const fs::path wanted{std::string(relative)};
  if (relative.empty() || wanted.is_absolute()) return std::nullopt;
  fs::path here{folder};
  for (const fs::path& part : wanted) {
    if (part == "." || part.empty()) continue;
    if (part == "..") return std::nullopt;
    const std::optional<fs::path> next = find_entry(here, part.string());
    if (!next) return std::nullopt;
    here = *next;
  }
  std::error_code error;
  if (!fs::is_regular_file(here, error) || !lies_below(folder, here)) return std::nullopt;
  return here.string();
}

bool is_link_out_of(const std::string& folder, std::string_view relative) {
  const fs::path wanted{std::string(relative)};
  if (relative.empty() || wanted.is_absolute()) return false;
  const fs::path path = fs::path(folder) / wanted;
  std::error_code error;
  return std::find(wanted.begin(), wanted.end(), fs::path("..")) == wanted.end() && fs::exists(path, error) &&
         !lies_below(folder, path);
}

std::string parent_folder(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {};
  if (slash != 0 && path[slash - 1] != '/') return path.substr(0, slash);
  return fs::path(path).parent_path().string();
}
std::string file_name(const std::string& path) {
  return fs::path(path).filename().string();
}
std::string file_stem(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.size() - extension(name).size());
}

std::string extension(const std::string& path) {
  return lower_ascii(fs::path(path).extension().string());
}

}  // namespace skelter
