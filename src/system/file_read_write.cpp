#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "skelter/system/file.h"
#include "system/internal/file_bytes.h"

namespace skelter {
namespace {

constexpr std::uint64_t kNoLimitGiven = UINT64_MAX;
constexpr std::uint64_t kMaxOfAFile = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxOfAStream = std::uint64_t{64} << 20;  // pipes and devices may never end

// A file descriptor. It is closed only if it is `owned`; standard input (0) is not.
struct Descriptor {
  int number = 0;
  bool owned = false;
  Descriptor() = default;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (owned && number >= 0) ::close(number);
  }
};

// Returns the name of a file for messages.
std::string shown(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

Error failure(const std::string& path, std::string message, Status status = Status::io) {
  return {status,
          status == Status::not_found ? "file.not-found" : "file.io",
          std::move(message),
          {path, 0, {}, {}}};
}

std::string reason() {
  return std::strerror(errno);
}

// Returns the first part of the path that is missing or is a file. Empty if all folders exist.
std::string missing_folder(const std::string& path) {
  std::filesystem::path above;
  for (const std::filesystem::path& part : std::filesystem::path(path).parent_path()) {
    above /= part;
    std::error_code unknown;
    if (!std::filesystem::is_directory(above, unknown)) return above.string();
  }
  return {};
}

Error not_written(const std::string& path) {
  const std::string why = reason();
  if (errno == ENOENT || errno == ENOTDIR)
    if (const std::string folder = missing_folder(path); !folder.empty()) {
      std::error_code unknown;
      return failure(path, "cannot be written: " + (std::filesystem::exists(folder, unknown)
                                                        ? "\"" + folder + "\" is a file; expected a folder"
                                                        : "there is no folder \"" + folder + "\""));
    }
  return failure(path, "cannot be written: " + why);
}

// Skips empty data, because fwrite must not receive the null pointer of an empty span.
bool write_all(std::FILE* file, ByteSpan bytes) {
  const bool written = bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return written && std::fflush(file) == 0;
}

bool write_all(int file, ByteSpan bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

// Closes the file and checks the result, because some file systems report a full disk only here.
bool close_now(Descriptor& file) {
  file.owned = false;
  return ::close(file.number) == 0;
}

// Returns the file at the end of a chain of links, whether it exists or not. Empty for a chain that never
// ends.
std::string behind_links(std::string path) {
  constexpr int kMaxLinks = 40;  // as on Linux
  for (int link = 0; link < kMaxLinks; ++link) {
    std::error_code no_link;
    const std::filesystem::path target = std::filesystem::read_symlink(path, no_link);
    if (no_link) return path;
    path = (std::filesystem::path(path).parent_path() / target).string();
  }
  errno = ELOOP;
  return {};
}

// Returns an unpredictable name, so that no one can prepare a file or link with it. Empty without a source of
// random bytes.
std::string temporary_name(const std::string& target) {
  std::array<std::uint8_t, 8> random;
  if (::getentropy(random.data(), random.size()) != 0) return {};
  std::string name = target + ".partial.";
  for (const std::uint8_t byte : random) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name;
}

// Copies the owner and mode of the replaced file. If the owner cannot be preserved (only root may change it),
// the mode loses the bits that would run the file as a different user.
bool keep_owner_and_mode(int file, const struct stat& old) {
  mode_t mode = old.st_mode & 07777;
  struct stat fresh;
  if (::fstat(file, &fresh) != 0) return false;
  const bool same = fresh.st_uid == old.st_uid && fresh.st_gid == old.st_gid;
  if (!same && ::fchown(file, old.st_uid, old.st_gid) != 0) mode &= 0777;
  return ::fchmod(file, mode) == 0;
}

// Writes directly to a pipe or a device.
Result<void> write_through(const std::string& path, ByteSpan bytes) {
  Descriptor file;
  file.owned = true;
  file.number = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (file.number < 0 || !write_all(file.number, bytes) || !close_now(file)) return not_written(path);
  return {};
}

// `old`: status of the file to be replaced, or null.
bool write_and_rename(const std::string& temporary, const std::string& target, ByteSpan bytes,
                      const struct stat* old) {
  Descriptor file;
  file.owned = true;
  const mode_t until_it_has_its_own = old != nullptr ? 0600 : 0666;
  file.number =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, until_it_has_its_own);
  if (file.number < 0) return false;
  const bool written = (old == nullptr || keep_owner_and_mode(file.number, *old)) &&
                       write_all(file.number, bytes) && ::fsync(file.number) == 0 && close_now(file) &&
                       std::rename(temporary.c_str(), target.c_str()) == 0;
  if (written) return true;
  const int why = errno;
  ::unlink(temporary.c_str());
  errno = why;
  return false;
}

// Bytes: std::vector or FileBytes.
template <class Bytes>
Result<Bytes> read_into(const std::string& path, std::uint64_t max_bytes) {
  if (path.empty()) return failure(path, "the name of the file is empty", Status::not_found);
  Descriptor file;
  std::uint64_t size_hint = 0;
  if (path != "-") {
    file.owned = true;
    file.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file.number < 0) {
      if (errno == ENOENT) return failure(path, "no such file", Status::not_found);
      return failure(path, "cannot be opened: " + reason());
    }
  }
  struct stat about;
  if (::fstat(file.number, &about) == 0) {
    if (S_ISDIR(about.st_mode)) return failure(path, "is a folder; expected a file");
    if (S_ISREG(about.st_mode)) size_hint = static_cast<std::uint64_t>(about.st_size);
  }
  if (max_bytes == kNoLimitGiven) max_bytes = size_hint != 0 ? kMaxOfAFile : kMaxOfAStream;
  const auto too_large = [&] {
    return Error{Status::limit_exceeded,
                 "file.too-large",
                 "file is larger than the limit of " + std::to_string(max_bytes) + " bytes",
                 {shown(path), 0, {}, {}}};
  };
  if (size_hint > max_bytes) return too_large();

  Bytes bytes(static_cast<std::size_t>(size_hint != 0 ? size_hint : 64 * 1024));
  std::size_t used = 0;
  while (true) {
    const ssize_t got = ::read(file.number, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(shown(path), "cannot be read: " + reason());
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) return too_large();
    if (got == 0 || (size_hint != 0 && used == size_hint)) break;
    if (used == bytes.size()) bytes.resize(bytes.size() * 2);
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes) {
  return read_into<std::vector<std::byte>>(path, max_bytes);
}

Result<FileBytes> read_file_bytes(const std::string& path, std::uint64_t max_bytes) {
  return read_into<FileBytes>(path, max_bytes);
}

void FileBytes::resize(std::size_t size) {
  if (size > size_) {
    FileBytes grown(size);
    std::copy_n(bytes_.get(), size_, grown.bytes_.get());
    *this = std::move(grown);
  }
  size_ = size;
}

Result<void> write_file(const std::string& path, ByteSpan bytes, bool replace) {
  if (path == "-") {
    if (!write_all(stdout, bytes)) return failure("standard output", "cannot be written: " + reason());
    return {};
  }
  struct stat old;
  const bool is_there = ::stat(path.c_str(), &old) == 0;
  if (is_there && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) return write_through(path, bytes);
  const std::string target = behind_links(path);
  if (target.empty()) return not_written(path);
  if (is_there && !replace)
    return failure(path, "already exists; expected a new name, or the option to replace it");
  const std::string temporary = temporary_name(target);
  if (temporary.empty() || !write_and_rename(temporary, target, bytes, is_there ? &old : nullptr))
    return not_written(path);
  return {};
}

Result<void> expect_writable(const std::string& path) {
  struct stat old;
  const bool is_there = ::stat(path.c_str(), &old) == 0, is_folder = is_there && S_ISDIR(old.st_mode);
  if (path == "-" || (is_there && !S_ISREG(old.st_mode) && !is_folder)) return {};
  if (is_folder) {
    errno = EISDIR;
    return not_written(path);
  }
  const std::string target = behind_links(path);
  if (target.empty()) return not_written(path);
  const std::string inside = (std::filesystem::path(target).parent_path() / ".").string();
  if (::access(inside.c_str(), W_OK | X_OK) != 0) return not_written(path);
  return {};
}

}  // namespace skelter
