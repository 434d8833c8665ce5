#pragma once
// Checks the files that a command reads and writes: a file must not be both read and written, or written
// twice.

#include <span>
#include <string>
#include <vector>

#include "skelter/core/result.h"

namespace skelter::cli {

struct NamedFile {
  std::string role;  // such as "IN" or "--report"
  std::string path;  // "": not given; "-": standard input or output
  bool written = false;
};

// Checks that every written file differs from all other files. Compares files on disk, through links, not
// their names. Opens no files. Errors: invalid_argument, which names both roles.
Result<void> expect_distinct_files(std::span<const NamedFile> files);

// Also checks the files that IN references, which are known after reading it. The role of `more` is "a file
// that IN uses".
Result<void> expect_distinct_files(std::vector<NamedFile> files, std::span<const std::string> more);

}  // namespace skelter::cli
