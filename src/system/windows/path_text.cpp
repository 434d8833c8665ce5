#include "system/path_text.h"

#include <windows.h>

#include "system/windows/utf16.h"

namespace skelter {

namespace fs = std::filesystem;

std::wstring utf16(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(
      static_cast<std::size_t>(::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)), L'\0');
  ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

std::string utf8(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  const int bytes = ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr);
  std::string narrow(static_cast<std::size_t>(bytes), '\0');
  ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(), bytes, nullptr, nullptr);
  return narrow;
}

std::wstring path_for_windows(const std::string& path) {
  constexpr std::size_t kLongest = 240;  // a little less than MAX_PATH, for the suffix of a temporary file
  std::wstring wide = utf16(path);
  if (wide.size() < kLongest || wide.starts_with(L"\\\\?\\") || wide.starts_with(L"\\\\.\\")) return wide;
  const DWORD size = ::GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr);
  std::wstring absolute(size, L'\0');
  absolute.resize(::GetFullPathNameW(wide.c_str(), size, absolute.data(), nullptr));
  if (absolute.starts_with(L"\\\\")) return L"\\\\?\\UNC" + absolute.substr(1);
  return L"\\\\?\\" + absolute;
}

fs::path to_path(std::string_view text) {
  return fs::path(utf16(text));
}

std::string to_text(const fs::path& path) {
  std::string text = utf8(path.native());
  for (char& c : text)
    if (c == '\\') c = '/';
  return text;
}

fs::path resolve(const fs::path& path, std::error_code& error) {
  error.clear();
  const HANDLE file = ::CreateFileW(path_for_windows(to_text(path)).c_str(), 0,
                                    FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    error = std::make_error_code(std::errc::no_such_file_or_directory);
    return {};
  }
  std::wstring real(32768, L'\0');
  const DWORD size = ::GetFinalPathNameByHandleW(file, real.data(), static_cast<DWORD>(real.size()), 0);
  ::CloseHandle(file);
  if (size == 0 || size >= real.size()) {
    error = std::make_error_code(std::errc::io_error);
    return {};
  }
  real.resize(size);
  if (real.starts_with(L"\\\\?\\UNC\\")) return fs::path(L"\\" + real.substr(7));
  if (real.starts_with(L"\\\\?\\")) return fs::path(real.substr(4));
  return fs::path(real);
}

fs::path resolve_known(const fs::path& path, std::error_code& error) {
  fs::path known = fs::absolute(path, error), missing;
  if (error) return {};
  known = known.lexically_normal();
  while (true) {
    const fs::path real = resolve(known, error);
    if (!error) return missing.empty() ? real : real / missing;
    if (!known.has_relative_path()) break;
    const fs::path name = known.filename();
    missing = missing.empty() ? name : name / missing;
    known = known.parent_path();
  }
  error.clear();
  return known / missing;
}

std::string name_on_disk(const fs::path& path) {
  WIN32_FIND_DATAW found;
  const HANDLE search = ::FindFirstFileW(path_for_windows(to_text(path)).c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) return to_text(path.filename());
  ::FindClose(search);
  return utf8(found.cFileName);
}

bool is_link(const fs::path& path) {
  WIN32_FIND_DATAW found;
  const HANDLE search = ::FindFirstFileW(path_for_windows(to_text(path)).c_str(), &found);
  if (search == INVALID_HANDLE_VALUE) return false;
  ::FindClose(search);
  return (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         (found.dwReserved0 == IO_REPARSE_TAG_SYMLINK || found.dwReserved0 == IO_REPARSE_TAG_MOUNT_POINT);
}

fs::path link_target(const fs::path& path, std::error_code& error) {
  if (is_link(path)) return resolve(path, error);
  error = std::make_error_code(std::errc::invalid_argument);
  return {};
}

std::size_t last_separator(std::string_view path) {
  return path.find_last_of("/\\");
}

}  // namespace skelter
