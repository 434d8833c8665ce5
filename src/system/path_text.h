#pragma once
// Paths as the file system wants them, from and to text. Implemented in posix/ and windows/.

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace skelter {

// Text is UTF-8. On Windows it may have "/" and "\".
std::filesystem::path to_path(std::string_view text);

// On Windows with "/", which every program there accepts too.
std::string to_text(const std::filesystem::path& path);

// The absolute path without links, in the letters of the disk. Error: it does not exist.
std::filesystem::path resolve(const std::filesystem::path& path, std::error_code& error);

// The same for a path with last parts that may be missing.
std::filesystem::path resolve_known(const std::filesystem::path& path, std::error_code& error);

// The last part of a path that exists, in the letters of the disk: Windows ignores case.
std::string name_on_disk(const std::filesystem::path& path);

// A link, or on Windows a junction.
bool is_link(const std::filesystem::path& path);

// Where a link leads to. Error: it is none.
std::filesystem::path link_target(const std::filesystem::path& path, std::error_code& error);

// The position of the last separator of folders, or npos.
std::size_t last_separator(std::string_view path);

}  // namespace skelter
