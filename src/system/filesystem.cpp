#include "system/internal/filesystem.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "skelter/system/file.h"
#include "system/internal/process.h"
#include "system/os_files.h"
#include "system/path_text.h"

namespace skelter {

std::string executable_folder() {
  return parent_folder(executable_path());
}

Result<void> make_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directories(to_path(path), failed);
  if (!failed && std::filesystem::is_directory(to_path(path), failed)) return {};
  return Error{Status::io,
               "file.io",
               "folder cannot be created" + (failed ? ": " + failed.message() : std::string()),
               {path, 0, {}, {}}};
}

Result<void> enter_folder(const std::string& path) {
  std::error_code failed;
  std::filesystem::current_path(to_path(path), failed);
  if (!failed) return {};
  const bool missing = failed == std::errc::no_such_file_or_directory;
  return Error{missing ? Status::not_found : Status::io,
               missing ? "file.no-folder" : "file.io",
               "cannot be entered: " + failed.message(),
               {path, 0, {}, {}}};
}

Result<void> remove_below(const std::string& path) {
  std::error_code failed;
  const auto removed = std::filesystem::remove_all(to_path(path), failed);
  if (failed)
    return Error{Status::io, "file.io", "cannot be removed: " + failed.message(), {path, 0, {}, {}}};
  if (removed == 0)
    return Error{Status::not_found, "file.not-found", "no such file or folder", {path, 0, {}, {}}};
  return {};
}

std::string config_folder() {
  for (const char* variable : {"XDG_CONFIG_HOME", "APPDATA"})
    if (const std::string folder = environment_variable(variable); !folder.empty()) return folder;
  const std::string home = environment_variable("HOME");
  return home.empty() ? home : home + "/.config";
}

bool is_folder(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_directory(to_path(path), failed);
}

bool is_stream(const std::string& path) {
  const std::optional<EntryFacts> facts = facts_of(path);
  return facts && facts->kind == EntryKind::stream;
}

bool is_standard_output(const std::string& path) {
  std::error_code failed;
  return path.starts_with("/dev/") && std::filesystem::equivalent(path, "/dev/stdout", failed);
}

Result<void> visit_files_below(const std::string& folder,
                               const std::function<bool(std::string path, bool is_link)>& visit,
                               std::vector<UnfollowedLink>* links) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const std::filesystem::path root = to_path(folder);
  if (!fs::is_directory(root, failed))
    return Error{Status::not_found, "file.no-folder", "no such folder", {folder, 0, {}, {}}};
  std::filesystem::recursive_directory_iterator at(
      root, std::filesystem::directory_options::skip_permission_denied, failed),
      end;
  for (bool goes_on = true; goes_on && !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    const auto relative = [&] { return to_text(at->path().lexically_relative(root)); };
    if (at->is_regular_file(unknown)) {
      goes_on = visit(relative(), is_link(at->path()));
    } else if (is_link(at->path())) {
      at.disable_recursion_pending();
      if (links != nullptr) links->push_back({relative(), at->is_directory(unknown), false});
    }
  }
  if (failed) return Error{Status::io, "file.io", "cannot be read: " + failed.message(), {folder, 0, {}, {}}};
  if (links != nullptr)
    std::sort(links->begin(), links->end(),
              [](const UnfollowedLink& a, const UnfollowedLink& b) { return a.path < b.path; });
  return {};
}

Result<std::vector<std::string>> files_below(const std::string& folder, std::size_t most,
                                             std::vector<UnfollowedLink>* links) {
  std::vector<std::string> files;
  if (most == 0) return files;
  const auto add = [&](std::string file, bool) {
    files.push_back(std::move(file));
    return files.size() < most;
  };
  if (const Result<void> visited = visit_files_below(folder, add, links); !visited) return visited.error();
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

// Returns the path with links resolved, even for a file that does not exist yet. Empty if it cannot be
// determined.
std::filesystem::path future_path(std::filesystem::path path) {
  std::error_code failed;
  for (int link = 0; link < 40; ++link) {  // as on Linux
    const std::filesystem::path target = link_target(path, failed);
    if (failed) break;
    path = path.parent_path() / target;
  }
  const std::filesystem::path folder =
      resolve(path.has_parent_path() ? path.parent_path() : std::filesystem::path("."), failed);
  return failed ? std::filesystem::path() : folder / path.filename();
}

}  // namespace

bool is_same_file(const std::string& path, const std::string& other) {
  if (path.empty() || other.empty() || is_stream(path) || is_stream(other)) return false;
  std::error_code failed;
  const bool is_there = file_exists(path), other_is = file_exists(other);
  if (is_there != other_is) return false;
  if (is_there) return std::filesystem::equivalent(to_path(path), to_path(other), failed);
  const std::filesystem::path future = future_path(to_path(path));
  return !future.empty() && future == future_path(to_path(other));
}

std::vector<std::string> names_in(const std::string& folder, std::size_t most) {
  std::error_code failed;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator at(to_path(folder), failed), end;
       !failed && at != end && names.size() < most; at.increment(failed))
    names.push_back(to_text(at->path().filename()));
  std::sort(names.begin(), names.end());
  return names;
}

bool is_file(const std::string& path) {
  std::error_code failed;
  return std::filesystem::is_regular_file(to_path(path), failed);
}

std::string real_path(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path real = resolve(to_path(path), failed);
  return failed ? std::string() : to_text(real);
}

std::string from_working_folder(const std::string& real) {
  const std::string here = real_path(".");
  const std::string relative = here.empty() ? here : to_text(to_path(real).lexically_relative(to_path(here)));
  return relative.empty() ? real : relative;  // none between drives
}

std::optional<FileStamp> file_stamp(const std::string& path) {
  const std::optional<EntryFacts> facts = facts_of(path);
  if (!facts || facts->kind == EntryKind::folder) return std::nullopt;
  return FileStamp{facts->modified, facts->bytes};
}

std::optional<std::string> way_down(const std::string& folder, const std::string& path) {
  std::error_code error;
  const std::filesystem::path from = resolve_known(to_path(folder), error);
  if (error) return std::nullopt;
  const std::filesystem::path to = resolve_known(to_path(path), error);
  if (error) return std::nullopt;
  const std::string way = to_text(to.lexically_relative(from));
  if (way.empty() || way == ".." || way.substr(0, 3) == "../") return std::nullopt;
  return way == "." ? std::string() : way;
}

bool is_newer(const std::string& path, const std::string& other) {
  const std::optional<EntryFacts> facts = facts_of(path), others = facts_of(other);
  return facts && others && facts->modified >= others->modified;
}

}  // namespace skelter
