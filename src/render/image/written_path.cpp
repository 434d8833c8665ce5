#include "render/image/written_path.h"

#include <algorithm>

#include "skelter/core/name_match.h"

namespace skelter {
namespace {

constexpr std::size_t kMaxWrittenFolders = 15;

}  // namespace

std::vector<std::string> path_parts(std::string_view path) {
  std::vector<std::string> parts;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find_first_of("/\\"), path.size());
    if (slash != 0) parts.emplace_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return parts;
}

WrittenPath written_path(std::string_view text) {
  WrittenPath path;
  if (text.find('\0') != std::string_view::npos) return path;
  const bool names_folder = !text.empty() && (text.back() == '/' || text.back() == '\\');
  for (std::string& part : path_parts(text)) {
    const std::size_t colon = part.rfind(':');  // drive or scheme: "C:skin.tga", "file:"
    if (colon != std::string::npos) part.erase(0, colon + 1);
    if (part == "..")
      path.folders.clear();
    else if (!part.empty() && part != ".")
      path.folders.push_back(std::move(part));
  }
  if (names_folder || path.folders.empty()) return {};
  path.name = std::move(path.folders.back());
  path.folders.pop_back();
  if (path.folders.size() > kMaxWrittenFolders)
    path.folders.erase(path.folders.begin(), path.folders.end() - kMaxWrittenFolders);
  const std::size_t dot = path.name.rfind('.');
  const bool has_extension = dot != std::string::npos && dot != 0;
  path.stem = lower_ascii(path.name.substr(0, has_extension ? dot : std::string::npos));
  if (has_extension) path.ending = lower_ascii(path.name.substr(dot));
  return path;
}

std::size_t common_parts(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::size_t> best(b.size() + 1);  // best result for the parts of `a` so far, by number of
                                                // leading parts of `b`
  for (const std::string& part : a) {
    std::size_t diagonal = 0;
    const std::string lower = lower_ascii(part);
    for (std::size_t i = 0; i < b.size(); ++i) {
      const std::size_t above = best[i + 1];
      best[i + 1] = lower == lower_ascii(b[i]) ? diagonal + 1 : std::max(above, best[i]);
      diagonal = above;
    }
  }
  return best.back();
}

}  // namespace skelter
