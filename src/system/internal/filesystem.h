#pragma once
// File system queries: the location of this program, the contents of folders, and folders to write to.
// Implemented in system/filesystem.cpp, those of the program in system/posix and system/windows.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

// Returns the folder of the running executable with links resolved, or "" if the system does not provide it.
std::string executable_folder();

// Returns the path of the running executable with links resolved, or "" if the system does not provide it.
std::string executable_path();
// Starts this program again, on Linux even after its file has been renamed or replaced.
std::string this_program();

// Creates the folder and its parents. Succeeds if it already exists. Errors: io.
Result<void> make_folder(const std::string& path);

// Changes the working directory. Errors: not_found, io.
Result<void> enter_folder(const std::string& path);

// Removes a file, or a folder with its contents. Errors: not_found, io.
Result<void> remove_below(const std::string& path);

// Returns the folder for user settings: XDG_CONFIG_HOME, APPDATA, or .config in the home folder. "" if the
// system defines none.
std::string config_folder();

bool is_folder(const std::string& path);
bool is_stream(const std::string& path);           // pipes and devices
bool is_standard_output(const std::string& path);  // any path to standard output, such as /dev/stdout

// Identifies a version of a file: it changes when the file is rewritten.
struct FileStamp {
  std::int64_t modified = 0;  // in units of the system clock
  std::uint64_t bytes = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
std::optional<FileStamp> file_stamp(const std::string& path);

// A link that files_below does not follow: to a folder, to a missing file, or in a circle.
struct UnfollowedLink {
  std::string path;  // relative, like the files
  bool to_folder = false;
  bool leads_out = false;  // to a file outside the folder; files_below follows these links
};

// Lists all files below a folder, recursively, as sorted relative paths. Lists at most `most` files, so that
// dropping an entire disk terminates. Links to folders are not followed, and unreadable folders are skipped.
// `links`: receives the links that are not followed, sorted. Errors: not_found for a missing folder; io.
Result<std::vector<std::string>> files_below(const std::string& folder, std::size_t most = 100'000,
                                             std::vector<UnfollowedLink>* links = nullptr);

// Like files_below, but calls `visit` for each file, in no particular order, with the path and whether it is
// a link, until `visit` returns false.
Result<void> visit_files_below(const std::string& folder,
                               const std::function<bool(std::string path, bool is_link)>& visit,
                               std::vector<UnfollowedLink>* links = nullptr);

// Whether both paths denote one file: the same file on disk, also through links, or, if neither exists yet,
// the same name in the same folder. Never true for pipes and devices.
bool is_same_file(const std::string& path, const std::string& other);

// Lists the names directly in a folder, sorted, at most `most`. Empty if the folder is missing or unreadable.
std::vector<std::string> names_in(const std::string& folder, std::size_t most = 100'000);

// Whether the file exists, but find_below() rejects it because a link leads out of the folder.
bool is_link_out_of(const std::string& folder, std::string_view relative);

bool is_file(const std::string& path);  // a regular file, or a link to one

// Returns the absolute path with all links and ".." resolved, or "" if the file does not exist.
std::string real_path(const std::string& path);

// Returns the path from the working directory to a real path, such as "../art/skin.png".
std::string from_working_folder(const std::string& real);

// Returns the path from `folder` down to `path`, or "" if both are the same folder. Links are resolved as far
// as both exist. Returns nothing if `path` is not below `folder`.
std::optional<std::string> way_down(const std::string& folder, const std::string& path);

// Whether both files exist, and `path` was not written before `other`.
bool is_newer(const std::string& path, const std::string& other);

}  // namespace skelter
