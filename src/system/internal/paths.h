#pragma once
// Paths that remain valid in another working folder, or on another system. Implemented in system/paths.cpp.

#include <string>
#include <string_view>

namespace skelter {

// The path from the root of the file system, without "." and ".."; links are not resolved. In a web page,
// which has no working folder, the path itself.
std::string absolute_path(const std::string& path);

// The path from a folder to a file, "../models/walk.x", with "/" on every system. Links are resolved as far
// as both exist. The absolute path if there is no relative one, as between drives.
std::string path_from(const std::string& folder, const std::string& path);

// Converts a Windows path: every run of backslashes, which many exporters double, becomes one "/".
std::string with_slashes(std::string_view path);

}  // namespace skelter
