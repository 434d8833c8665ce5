#pragma once
// Files from the page: a tree in Emscripten's memory file system.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter::web {

// A page has at most 2 GB in total, and two copies of a file exist while it is read.
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20;
inline constexpr std::uint64_t kMaxBytes = std::uint64_t{512} << 20;  // total of all files

// Returns the path unchanged. The tree is the working directory, so that the engine's messages contain the
// page's file names. Errors: invalid_argument for "" and for a path that leaves the tree.
Result<std::string> checked_path(const std::string& path);

// Errors: the errors of checked_path; limit_exceeded; io.
Result<void> put_file(const std::string& path, ByteSpan bytes);
// Removes a file, or a folder with its contents; "" removes everything. Errors: the errors of checked_path;
// not_found.
Result<void> remove_file(const std::string& path);
// Returns all paths with their sizes, sorted.
std::vector<std::pair<std::string, std::uint64_t>> all_files();

// Errors: limit_exceeded if there are more bytes than the limit for a file.
Result<void> expect_writable_target(std::uint64_t bytes);

}  // namespace skelter::web
