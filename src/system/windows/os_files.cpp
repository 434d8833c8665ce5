#define _CRT_RAND_S  // declares rand_s
#include "system/os_files.h"

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "system/windows/utf16.h"

namespace skelter {
namespace {

// "NUL", in any case and without a folder. Everything else is a file or reserved.
bool is_named_stream(const std::string& path) {
  std::string upper = path;
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return upper == "NUL" || upper == "CON" || path.starts_with("\\\\.\\") || path.starts_with("//./");
}

// Sets errno from the last error of Windows.
bool failed() {
  switch (::GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
      errno = ENOENT;
      break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
      errno = EEXIST;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
      errno = EACCES;
      break;
    default:
      errno = EIO;
      break;
  }
  return false;
}

bool is_folder_there(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(path_for_windows(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

int open_file(const std::string& path, int flags, int mode = 0) {
  if (is_reserved(path)) {
    errno = EINVAL;
    return -1;
  }
  const int file = ::_wopen(path_for_windows(path).c_str(), flags | _O_BINARY | _O_NOINHERIT, mode);
  if (file < 0 && errno == EACCES && is_folder_there(path)) errno = EISDIR;
  return file;
}

}  // namespace

std::optional<EntryFacts> facts_of(const std::string& path) {
  EntryFacts result;
  if (is_named_stream(path)) {
    result.kind = EntryKind::stream;
    return result;
  }
  WIN32_FILE_ATTRIBUTE_DATA about;
  if (is_reserved(path) ||
      !::GetFileAttributesExW(path_for_windows(path).c_str(), GetFileExInfoStandard, &about)) {
    failed();
    return std::nullopt;
  }
  if (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) result.kind = EntryKind::folder;
  result.bytes = std::uint64_t{about.nFileSizeHigh} << 32 | about.nFileSizeLow;
  result.modified = static_cast<std::int64_t>(std::uint64_t{about.ftLastWriteTime.dwHighDateTime} << 32 |
                                              about.ftLastWriteTime.dwLowDateTime);
  return result;
}

std::optional<EntryFacts> facts_of(int file) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(file));
  EntryFacts result;
  if (::GetFileType(handle) != FILE_TYPE_DISK) {
    result.kind = EntryKind::stream;
    return result;
  }
  LARGE_INTEGER size;
  if (!::GetFileSizeEx(handle, &size)) return std::nullopt;
  result.bytes = static_cast<std::uint64_t>(size.QuadPart);
  return result;
}

bool is_plain_file(const std::string& path) {
  if (is_reserved(path) || is_named_stream(path)) return false;
  const DWORD attributes = ::GetFileAttributesW(path_for_windows(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES &&
         (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == 0;
}

bool is_reserved(const std::string& path) {
  if (is_named_stream(path)) return false;
  const std::size_t folder = path.find_last_of("/\\");
  std::string name = path.substr(folder == std::string::npos ? 0 : folder + 1);
  name.resize(std::min(name.find_first_of(".:"), name.size()));
  while (name.ends_with(' ')) name.pop_back();
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (name.size() == 4 && (name.starts_with("COM") || name.starts_with("LPT")))
    return name[3] >= '1' && name[3] <= '9';
  return name == "CON" || name == "PRN" || name == "AUX" || name == "NUL" || name == "CONIN$" ||
         name == "CONOUT$";
}

int open_to_read(const std::string& path) {
  return open_file(path, _O_RDONLY);
}

int open_to_write(const std::string& path) {
  return open_file(path, _O_WRONLY);
}

int open_new(const std::string& path, FileMode) {
  return open_file(path, _O_WRONLY | _O_CREAT | _O_EXCL, _S_IREAD | _S_IWRITE);
}

bool close_file(int file) {
  return ::_close(file) == 0;
}

std::ptrdiff_t read_some(int file, std::span<std::byte> bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return ::_read(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kMost)));
}

std::ptrdiff_t write_some(int file, std::span<const std::byte> bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  return ::_write(file, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), kMost)));
}

bool flush_to_disk(int file) {
  return ::_commit(file) == 0;
}

bool remove_file(const std::string& path) {
  return ::DeleteFileW(path_for_windows(path).c_str()) || failed();
}

bool rename_over(const std::string& from, const std::string& to) {
  if (is_folder_there(to)) {
    errno = EISDIR;
    return false;
  }
  const std::wstring source = path_for_windows(from), target = path_for_windows(to);
  for (int attempt = 0; attempt < 20; ++attempt) {  // a virus scanner may hold the new file for a moment
    if (::MoveFileExW(source.c_str(), target.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
      return true;
    const DWORD why = ::GetLastError();
    if (why != ERROR_SHARING_VIOLATION && why != ERROR_ACCESS_DENIED) break;
    const DWORD attributes = ::GetFileAttributesW(target.c_str());
    ::SetLastError(why);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0) break;
    ::Sleep(10);
    ::SetLastError(why);
  }
  return failed();
}

bool keep_owner_and_mode(int, const std::string&) {
  return true;  // files have the rights of their folder
}

bool takes_files(const std::string& folder) {
  const std::string there = folder.empty() ? "." : folder;
  if (!is_folder_there(there)) {
    errno = ENOENT;
    return false;
  }
  const HANDLE opened = ::CreateFileW(path_for_windows(there).c_str(), FILE_ADD_FILE,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                      OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (opened == INVALID_HANDLE_VALUE) return failed();
  ::CloseHandle(opened);
  return true;
}

bool fill_random(std::span<std::uint8_t> bytes) {
  for (std::uint8_t& byte : bytes) {
    unsigned number = 0;
    if (::rand_s(&number) != 0) return false;
    byte = static_cast<std::uint8_t>(number);
  }
  return true;
}

}  // namespace skelter
