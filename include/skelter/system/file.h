#pragma once
// Files: all access to the operating system's file system. Paths are UTF-8 strings.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// Reads a whole file; "-" reads standard input. Errors: not_found, io, limit_exceeded beyond `max_bytes`. The
// default limit is 1 GiB, and 64 MiB for a pipe or a device, which may be endless.
Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes = UINT64_MAX);

// Writes a temporary file, flushed to the disk, and renames it, so that `path` holds either the old file or
// the complete new one; the temporary file is removed on failure. A replaced file keeps its mode; if `path`
// is a link, its target is replaced. Pipes and devices receive the bytes directly, and "-" is standard
// output. An existing file is replaced only if `replace` is set; otherwise the call fails with io.
Result<void> write_file(const std::string& path, ByteSpan bytes, bool replace);

// Whether write_file could write a file to `path`, for a check before hours of work. Errors: io, as in
// write_file; nothing is written.
Result<void> expect_writable(const std::string& path);

bool file_exists(const std::string& path);

// Looks for `relative` below `folder`, matching each part exactly first, then ignoring case. Returns nullopt
// for absolute paths and parts named "..". The returned path is the one on disk.
std::optional<std::string> find_below(const std::string& folder, std::string_view relative);

std::string parent_folder(const std::string& path);  // "" for a bare name
std::string file_name(const std::string& path);      // "walk.x"
std::string file_stem(const std::string& path);      // stem of "out/walk.x": "walk"
std::string extension(const std::string& path);      // lower case with dot: ".x"; "" if none

}  // namespace skelter
