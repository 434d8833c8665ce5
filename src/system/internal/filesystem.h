#pragma once
// File system queries: the location of this program, the content of folders, and folders to write into.
// Implemented in system/filesystem.cpp.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

// The folder of the running executable, links resolved; "" if the system does not provide it.
std::string executable_folder();

// The file of the running executable, links resolved; "" if the system does not provide it.
std::string executable_path();
// Starts this program again, even after its file has been renamed or replaced.
inline constexpr const char* kThisProgram = "/proc/self/exe";

// Creates the folder and its parents; succeeds if it exists. Errors: io.
Result<void> make_folder(const std::string& path);

// Changes the working folder. Errors: not_found, io.
Result<void> enter_folder(const std::string& path);

// Removes a file, or a folder with its content. Errors: not_found, io.
Result<void> remove_below(const std::string& path);

// The folder for user settings: XDG_CONFIG_HOME, APPDATA, or .config in the home folder; "" if the system
// defines none.
std::string config_folder();

bool is_folder(const std::string& path);
bool is_stream(const std::string& path);           // a pipe or a device
bool is_standard_output(const std::string& path);  // any path to it, such as /dev/stdout

// Changes when a file is rewritten; nothing if the file does not exist.
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
  bool leads_out = false;  // to a file outside the folder; files_below follows those
};

// All files below a folder, recursively: relative paths, sorted. At most `most`, so that dropping an entire
// disk terminates. Links to folders are not followed, and unreadable folders are skipped. `links`: receives
// the links that are not followed, sorted. Errors: not_found for a missing folder; io.
Result<std::vector<std::string>> files_below(const std::string& folder, std::size_t most = 100'000,
                                             std::vector<UnfollowedLink>* links = nullptr);

// The same one by one, in no particular order: calls `visit` with each path, and whether it is a link, until
// it returns false.
Result<void> visit_files_below(const std::string& folder,
                               const std::function<bool(std::string path, bool is_link)>& visit,
                               std::vector<UnfollowedLink>* links = nullptr);

// Whether both names denote one file: the same file on disk, also through links, or, if neither exists yet,
// the same name in the same folder. Never true for pipes and devices.
bool is_same_file(const std::string& path, const std::string& other);

// The names directly in a folder: at most `most`, sorted. Empty if the folder is missing or unreadable.
std::vector<std::string> names_in(const std::string& folder, std::size_t most = 100'000);

// Whether the file exists, but find_below() rejects it because a link leads out of the folder.
bool is_link_out_of(const std::string& folder, std::string_view relative);

bool is_file(const std::string& path);  // a regular file, or a link to one

// The absolute path with all links and ".." resolved; "" if the file does not exist.
std::string real_path(const std::string& path);

// The path from the working folder to a real path: "../art/skin.png".
std::string from_working_folder(const std::string& real);

// The path from `folder` down to `path`, "" for the folder itself. Links are resolved as far as both exist.
// Nothing if `path` is not below `folder`.
std::optional<std::string> way_down(const std::string& folder, const std::string& path);

// True if both files exist and `path` was written after `other`, or at the same time.
bool is_newer(const std::string& path, const std::string& other);

}  // namespace skelter
