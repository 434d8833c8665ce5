#pragma once
// Files: the only place that talks to the operating system's file system. Paths are UTF-8 strings.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

// Reads a whole file; "-" reads standard input. Errors: not_found, io, limit_exceeded beyond `max_bytes`;
// where none is given, beyond 1 GiB, and 64 MiB of a pipe or a device, which need not end.
Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes = UINT64_MAX);

// Writes a temporary file, flushed to the disk, and renames it, so that `path` holds either the old file or
// the whole new one; the temporary file is removed on failure. A replaced file keeps its mode, and of a link
// the file that it names is replaced. Pipes and devices get the bytes themselves, and "-" is standard output.
// An existing file is replaced only when `replace` is set, else an io error that says so.
Result<void> write_file(const std::string& path, ByteSpan bytes, bool replace);

// Whether write_file could put a file there, for those who have hours of work to do before. Errors: io, as
// write_file's; nothing is written.
Result<void> expect_writable(const std::string& path);

bool file_exists(const std::string& path);

// Looks for `relative` below `folder`, each part exactly first, then ignoring case. Refuses absolute paths
// and parts named "..": returns nothing. The returned path is the one on disk.
std::optional<std::string> find_below(const std::string& folder, std::string_view relative);

std::string parent_folder(const std::string& path);  // "" for a bare name
std::string file_name(const std::string& path);      // "walk.x"
std::string file_stem(const std::string& path);      // "walk" of "out/walk.x"
std::string extension(const std::string& path);      // lower case with dot: ".x"; "" if none

}  // namespace skelter
