#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "skelter/system/file.h"
#include "system/internal/file_bytes.h"
#include "system/os_files.h"
#include "system/path_text.h"

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
    if (owned && number >= 0) close_file(number);
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

constexpr const char* kFolder = "is a folder; expected a file";
constexpr const char* kReserved = "has a name that Windows reserves for a device; choose another name";

std::string reason() {
  return std::strerror(errno);
}

// Returns the first part of the path that is missing or is a file. Empty if all folders exist.
std::string missing_folder(const std::string& path) {
  std::filesystem::path above;
  for (const std::filesystem::path& part : to_path(path).parent_path()) {
    above /= part;
    std::error_code unknown;
    if (above == above.root_name()) continue;  // "C:" without a slash is no folder
    if (!std::filesystem::is_directory(above, unknown)) return to_text(above);
  }
  return {};
}

Error not_written(const std::string& path) {
  if (is_reserved(path)) return failure(path, kReserved);
  const std::string why = reason();
  if (errno == ENOENT || errno == ENOTDIR)
    if (const std::string folder = missing_folder(path); !folder.empty()) {
      return failure(path, "cannot be written: " + (file_exists(folder)
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
    const std::ptrdiff_t put = write_some(file, bytes);
    if (put < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(put));
  }
  return true;
}

// Closes the file and checks the result, because some file systems report a full disk only here.
bool close_now(Descriptor& file) {
  file.owned = false;
  return close_file(file.number);
}

// Returns the file at the end of a chain of links, whether it exists or not. Empty for a chain that never
// ends.
std::string behind_links(std::string path) {
  constexpr int kMaxLinks = 40;  // as on Linux
  for (int link = 0; link < kMaxLinks; ++link) {
    std::error_code no_link;
    const std::filesystem::path target = link_target(to_path(path), no_link);
    if (no_link) return path;
    path = to_text(to_path(path).parent_path() / target);
  }
  errno = ELOOP;
  return {};
}

// Returns an unpredictable name, so that no one can prepare a file or link with it. Empty without a source of
// random bytes.
std::string temporary_name(const std::string& target) {
  std::array<std::uint8_t, 8> random;
  if (!fill_random(random)) return {};
  std::string name = target + ".partial.";
  for (const std::uint8_t byte : random) {
    name += "0123456789abcdef"[byte >> 4];
    name += "0123456789abcdef"[byte & 15];
  }
  return name;
}

// Writes directly to a pipe or a device.
Result<void> write_through(const std::string& path, ByteSpan bytes) {
  Descriptor file;
  file.owned = true;
  file.number = open_to_write(path);
  if (file.number < 0 || !write_all(file.number, bytes) || !close_now(file)) return not_written(path);
  return {};
}

// `replaces`: the target exists.
bool write_and_rename(const std::string& temporary, const std::string& target, ByteSpan bytes,
                      bool replaces) {
  Descriptor file;
  file.owned = true;
  file.number = open_new(temporary, replaces ? FileMode::private_to_user : FileMode::usual);
  if (file.number < 0) return false;
  const bool written = (!replaces || keep_owner_and_mode(file.number, target)) &&
                       write_all(file.number, bytes) && flush_to_disk(file.number) && close_now(file) &&
                       rename_over(temporary, target);
  if (written) return true;
  const int why = errno;
  if (file.owned) close_now(file);
  remove_file(temporary);
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
    if (is_reserved(path)) return failure(path, kReserved);
    file.number = open_to_read(path);
    if (file.number < 0) {
      if (errno == EISDIR) return failure(path, kFolder);
      if (errno == ENOENT) return failure(path, "no such file", Status::not_found);
      return failure(path, "cannot be opened: " + reason());
    }
  }
  if (const std::optional<EntryFacts> about = facts_of(file.number)) {
    if (about->kind == EntryKind::folder) return failure(path, kFolder);
    if (about->kind == EntryKind::file) size_hint = about->bytes;
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
    const std::ptrdiff_t got = read_some(file.number, {bytes.data() + used, bytes.size() - used});
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
  const std::optional<EntryFacts> old = facts_of(path);
  if (old && old->kind == EntryKind::stream) return write_through(path, bytes);
  if (is_reserved(path)) return not_written(path);
  const std::string target = behind_links(path);
  if (target.empty()) return not_written(path);
  if (old && !replace)
    return failure(path, "already exists; choose a different name, or use the option to replace it");
  const std::string temporary = temporary_name(target);
  if (temporary.empty() || !write_and_rename(temporary, target, bytes, old.has_value()))
    return not_written(path);
  return {};
}

Result<void> expect_writable(const std::string& path) {
  const std::optional<EntryFacts> old = facts_of(path);
  if (path == "-" || (old && old->kind == EntryKind::stream)) return {};
  if (old && old->kind == EntryKind::folder) {
    errno = EISDIR;
    return not_written(path);
  }
  if (is_reserved(path)) return not_written(path);
  const std::string target = behind_links(path);
  if (target.empty()) return not_written(path);
  if (!takes_files(to_text(to_path(target).parent_path()))) return not_written(path);
  return {};
}

}  // namespace skelter
