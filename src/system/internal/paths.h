#pragma once
// Paths that remain valid in a different working directory, or on a different system. Implemented in
// system/paths.cpp.

#include <string>
#include <string_view>

namespace skelter {

// Returns the path from the root of the file system, without "." and ".."; links are not resolved. A web page
// has no working directory, so there the path is returned unchanged.
std::string absolute_path(const std::string& path);

// Returns the path from a folder to a file, such as "../models/walk.x", with "/" on every system. Links are
// resolved as far as both exist. Returns the absolute path if there is no relative one, as between drives.
std::string path_from(const std::string& folder, const std::string& path);

// Whether the path does not depend on the working directory: "/models", on Windows "C:/models".
bool is_absolute(const std::string& path);

// Converts a Windows path: every run of backslashes, which many exporters double, becomes one "/".
std::string with_slashes(std::string_view path);

}  // namespace skelter
