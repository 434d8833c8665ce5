#pragma once
// Checks the files that a command reads and writes: a written file must not also be read, or written twice.

#include <span>
#include <string>
#include <vector>

#include "skelter/core/result.h"

namespace skelter::cli {

struct NamedFile {
  std::string role;  // "IN", "--report"
  std::string path;  // empty: not given; "-": standard input or output
  bool written = false;
};

// Whether all written files differ from all others. Compares the files on disk, through links, not their
// names. Errors: invalid_argument, which names both roles. Opens no files.
Result<void> expect_distinct_files(std::span<const NamedFile> files);

// The same including the files that IN references, known once it is read. The role of `more` is "a file that
// IN uses".
Result<void> expect_distinct_files(std::vector<NamedFile> files, std::span<const std::string> more);

}  // namespace skelter::cli
