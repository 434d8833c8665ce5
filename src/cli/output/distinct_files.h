#pragma once
// Files that a command reads and writes: none may be written that is also read, or written twice.

#include <span>
#include <string>
#include <vector>

#include "skelter/core/result.h"

namespace skelter::cli {

struct NamedFile {
  std::string role;  // "IN", "--report"
  std::string path;  // "": not given; "-": standard input or output
  bool written = false;
};

// Whether all written files are different from all others, by what is on the disk and not by name: links
// count. Errors: invalid_argument, which names both roles. Nothing is opened.
Result<void> expect_distinct_files(std::span<const NamedFile> files);

// The same with what IN names, which is known once it is read: the role of `more` is "a file that IN uses".
Result<void> expect_distinct_files(std::vector<NamedFile> files, std::span<const std::string> more);

}  // namespace skelter::cli
