#include "web/files.h"

#include <fmt/format.h>

#include <algorithm>

#include "skelter/system/file.h"
#include "system/internal/filesystem.h"

namespace skelter::web {
namespace {

constexpr const char* kFolder = "/files";

// Enters the working directory on the first call.
void enter_tree() {
  static bool entered = false;
  if (!entered) entered = make_folder(kFolder) && enter_folder(kFolder);
}

Error too_large(const std::string& path, std::uint64_t bytes, std::uint64_t most, std::string_view of) {
  return {Status::limit_exceeded,
          "web.too-large",
          fmt::format("{} bytes; a page can hold {} MB {}", bytes, most >> 20, of),
          {path, 0, {}, {}}};
}

}  // namespace

Result<std::string> checked_path(const std::string& path) {
  enter_tree();
  bool fine = !path.empty() && path.size() < 4096 && path.find('\0') == std::string::npos;
  for (std::size_t begin = 0; fine && begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    fine = !part.empty() && part != "." && part != "..";
    begin = end + 1;
  }
  if (fine) return path;
  return Error{Status::invalid_argument,
               "web.path",
               "not a file path; expected names separated by /, without . and ..",
               {path, 0, {}, {}}};
}

Result<void> expect_writable_target(std::uint64_t bytes) {
  if (bytes <= kMaxFileBytes) return {};
  return too_large({}, bytes, kMaxFileBytes, "of one file");
}

Result<void> put_file(const std::string& path, ByteSpan bytes) {
  if (auto fine = checked_path(path); !fine) return fine.error();
  if (bytes.size() > kMaxFileBytes) return too_large(path, bytes.size(), kMaxFileBytes, "of one file");
  std::uint64_t sum = bytes.size();
  for (const auto& [other, size] : all_files())
    if (other != path) sum += size;
  if (sum > kMaxBytes) return too_large(path, sum, kMaxBytes, "of files");
  if (const std::string folder = parent_folder(path); !folder.empty())
    if (auto made = make_folder(folder); !made) return made;
  return write_file(path, bytes, true);
}

Result<void> remove_file(const std::string& path) {
  if (path.empty()) {
    enter_tree();
    for (const std::string& name : names_in("."))
      if (auto removed = remove_below(name); !removed) return removed;
    return {};
  }
  if (auto fine = checked_path(path); !fine) return fine.error();
  return remove_below(path);
}

std::vector<std::pair<std::string, std::uint64_t>> all_files() {
  enter_tree();
  std::vector<std::pair<std::string, std::uint64_t>> list;
  const auto names = files_below(".");
  if (!names) return list;
  for (const std::string& name : *names) {
    const std::optional<FileStamp> stamp = file_stamp(name);
    list.emplace_back(name, stamp ? stamp->bytes : 0);
  }
  return list;
}

}  // namespace skelter::web
