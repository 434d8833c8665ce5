#pragma once
// Places of the file system: where this program is, what is in folders, and folders to write into.
// Implemented in system/filesystem.cpp.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/result.h"

namespace skelter {

// The folder of the running executable, links resolved; "" where the system does not say.
std::string executable_folder();

// The file of the running executable, links resolved; "" where the system does not say.
std::string executable_path();
// Starts it again, also after its file has been renamed or replaced.
inline constexpr const char* kThisProgram = "/proc/self/exe";

// Makes the folder and those above it; fine when it is there. Errors: io.
Result<void> make_folder(const std::string& path);

// Makes it the working folder. Errors: not_found, io.
Result<void> enter_folder(const std::string& path);

// Removes a file, or a folder with all that is in it. Errors: not_found, io.
Result<void> remove_below(const std::string& path);

// Where programs keep what they remember of a person: XDG_CONFIG_HOME, APPDATA, or .config in the home
// folder; "" where the system names none.
std::string config_folder();

bool is_folder(const std::string& path);
bool is_stream(const std::string& path);           // a pipe or a device
bool is_standard_output(const std::string& path);  // a name of it, as /dev/stdout, wherever it leads

// Changes when a file is written again; nothing when there is no such file.
struct FileStamp {
  std::int64_t modified = 0;  // of the system's own clock
  std::uint64_t bytes = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
std::optional<FileStamp> file_stamp(const std::string& path);

// A link that files_below does not follow: to a folder, or to nothing that is there (or around in a circle).
struct UnfollowedLink {
  std::string path;  // relative, as the files
  bool to_folder = false;
  bool leads_out = false;  // to a file that is not below the folder; files_below follows those
};

// All files below a folder, also in folders below it: paths relative to it, sorted; at most `most`, so that a
// drop of a whole disk ends. Links to folders are not followed, and folders that may not be read are left
// out. `links`: gets those that are not followed, sorted. Errors: not_found when there is no such folder; io.
Result<std::vector<std::string>> files_below(const std::string& folder, std::size_t most = 100'000,
                                             std::vector<UnfollowedLink>* links = nullptr);

// The same one by one, in no order: calls `visit` with each path, and whether it is a link, until it
// returns false.
Result<void> visit_files_below(const std::string& folder,
                               const std::function<bool(std::string path, bool is_link)>& visit,
                               std::vector<UnfollowedLink>* links = nullptr);

// Whether both names are one file: the same one on the disk, also through links, or, where neither is there
// yet, the same name in the same folder. Pipes and devices never are.
bool is_same_file(const std::string& path, const std::string& other);

// The names in a folder, without those in folders below it: at most `most`, sorted. Empty where there is no
// such folder or it may not be read.
std::vector<std::string> names_in(const std::string& folder, std::size_t most = 100'000);

// Whether there is something of that name, but find_below() refuses it because a link leads out of the
// folder.
bool is_link_out_of(const std::string& folder, std::string_view relative);

bool is_file(const std::string& path);  // a regular one, or a link to one

// The absolute path with all links and ".." resolved; "" where nothing is there.
std::string real_path(const std::string& path);

// How one comes to a real path from the working folder: "../art/skin.png".
std::string from_working_folder(const std::string& real);

// The way from `folder` down to `path`, "" for the folder itself, links resolved as far as both exist;
// nothing where `path` is not below `folder`.
std::optional<std::string> way_down(const std::string& folder, const std::string& path);

// True when both files exist and `path` was written after `other`, or in the same moment.
bool is_newer(const std::string& path, const std::string& other);

}  // namespace skelter
