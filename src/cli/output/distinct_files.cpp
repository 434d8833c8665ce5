#include "cli/output/distinct_files.h"

#include <algorithm>

#include "cli/output/console.h"
#include "system/internal/filesystem.h"

namespace skelter::cli {

Result<void> expect_distinct_files(std::span<const NamedFile> files) {
  for (std::size_t a = 0; a < files.size(); ++a)
    for (std::size_t b = a + 1; b < files.size(); ++b) {
      if (!files[a].written && !files[b].written) continue;
      if (files[a].path == "-" || files[b].path == "-" || !is_same_file(files[a].path, files[b].path))
        continue;
      const bool a_is_named = files[a].written;
      return usage_error(files[a_is_named ? a : b].path,
                         files[a].role + " and " + files[b].role + " are the same file");
    }
  return {};
}

Result<void> expect_distinct_files(std::vector<NamedFile> files, std::span<const std::string> more) {
  const auto is_known = [&](const std::string& path) {
    return std::any_of(files.begin(), files.end(),
                       [&](const NamedFile& file) { return !file.written && file.path == path; });
  };
  for (const std::string& path : more)
    if (!is_known(path)) files.push_back({"a file that IN uses", path, false});
  return expect_distinct_files(files);
}

}  // namespace skelter::cli
