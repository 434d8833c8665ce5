#pragma once
// Paths that stay right in another working folder, or on another system. Implemented in system/paths.cpp.

#include <string>
#include <string_view>

namespace skelter {

// The path from the root of the file system, without "." and ".."; links are not resolved. In a page, which
// has no working folder, the path itself.
std::string absolute_path(const std::string& path);

// The path from a folder to a file, "../models/walk.x", with "/" on every system; links are resolved as far
// as both exist. The absolute path where there is none, as between drives.
std::string path_from(const std::string& folder, const std::string& path);

// A path of a file that was written on Windows: every run of backslashes, which many exporters double, as one
// "/".
std::string with_slashes(std::string_view path);

}  // namespace skelter
