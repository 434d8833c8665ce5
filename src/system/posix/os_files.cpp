#include "system/os_files.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace skelter {
namespace {

EntryFacts facts(const struct stat& about) {
  EntryFacts result;
  result.kind = S_ISDIR(about.st_mode)   ? EntryKind::folder
                : S_ISREG(about.st_mode) ? EntryKind::file
                                         : EntryKind::stream;
  result.bytes = static_cast<std::uint64_t>(about.st_size);
  return result;
}

// Calls again what a signal interrupted.
template <class Call>
std::ptrdiff_t uninterrupted(Call&& call) {
  std::ptrdiff_t result = 0;
  while ((result = call()) < 0 && errno == EINTR) {
  }
  return result;
}

}  // namespace

std::optional<EntryFacts> facts_of(const std::string& path) {
  struct stat about;
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
  EntryFacts result = facts(about);
  std::error_code failed;  // last_write_time has the system's finest units
  const auto modified = std::filesystem::last_write_time(path, failed);
  if (!failed) result.modified = static_cast<std::int64_t>(modified.time_since_epoch().count());
  return result;
}

std::optional<EntryFacts> facts_of(int file) {
  struct stat about;
  return ::fstat(file, &about) == 0 ? std::optional(facts(about)) : std::nullopt;
}

bool is_plain_file(const std::string& path) {
  struct stat about;
  return ::lstat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

bool is_reserved(const std::string&) {
  return false;
}

int open_to_read(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

int open_to_write(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

int open_new(const std::string& path, FileMode mode) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                mode == FileMode::usual ? 0666 : 0600);
}

bool close_file(int file) {
  return ::close(file) == 0;
}

std::ptrdiff_t read_some(int file, std::span<std::byte> bytes) {
  return uninterrupted([&] { return ::read(file, bytes.data(), bytes.size()); });
}

std::ptrdiff_t write_some(int file, std::span<const std::byte> bytes) {
  return uninterrupted([&] { return ::write(file, bytes.data(), bytes.size()); });
}

bool flush_to_disk(int file) {
  return ::fsync(file) == 0;
}

bool remove_file(const std::string& path) {
  return ::unlink(path.c_str()) == 0;
}

bool rename_over(const std::string& from, const std::string& to) {
  return std::rename(from.c_str(), to.c_str()) == 0;
}

bool keep_owner_and_mode(int file, const std::string& of) {
  struct stat old, fresh;
  if (::stat(of.c_str(), &old) != 0 || ::fstat(file, &fresh) != 0) return false;
  mode_t mode = old.st_mode & 07777;
  const bool same = fresh.st_uid == old.st_uid && fresh.st_gid == old.st_gid;
  if (!same && ::fchown(file, old.st_uid, old.st_gid) != 0) mode &= 0777;
  return ::fchmod(file, mode) == 0;
}

bool takes_files(const std::string& folder) {
  const std::string inside = folder.empty() || folder.back() == '/' ? folder + "." : folder + "/.";
  return ::access(inside.c_str(), W_OK | X_OK) == 0;
}

bool fill_random(std::span<std::uint8_t> bytes) {
  return ::getentropy(bytes.data(), bytes.size()) == 0;
}

}  // namespace skelter
