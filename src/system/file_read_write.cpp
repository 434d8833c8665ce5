#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "skelter/system/file.h"

namespace skelter {
namespace {

// Of what has no size, and need not end: a pipe, a device.
constexpr std::uint64_t kMostOfAStream = std::uint64_t{256} << 20;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

// 0 is standard input, which stays open.
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

Error failure(const std::string& path, std::string message, Status status = Status::io) {
  return {status,
          status == Status::not_found ? "file.not-found" : "file.io",
          std::move(message),
          {path, 0, {}, {}}};
}

std::string reason() {
  return std::strerror(errno);
}

// Nothing to write is no call: fwrite must not be given the null pointer of an empty span.
bool write_all(std::FILE* file, ByteSpan bytes) {
  const bool written = bytes.empty() || std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return written && std::fflush(file) == 0;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, std::uint64_t max_bytes) {
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
  const auto too_large = [&] {
    return Error{Status::limit_exceeded,
                 "file.too-large",
                 "file is larger than the limit of " + std::to_string(max_bytes) + " bytes",
                 {path, 0, {}, {}}};
  };
  if (size_hint > max_bytes) return too_large();
  if (size_hint == 0) max_bytes = std::min(max_bytes, kMostOfAStream);

  std::vector<std::byte> bytes(static_cast<std::size_t>(size_hint != 0 ? size_hint : 64 * 1024));
  std::size_t used = 0;
  while (true) {
    const ssize_t got = ::read(file.number, bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failure(path, "cannot be read: " + reason());
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) return too_large();
    if (got == 0 || (size_hint != 0 && used == size_hint)) break;
    if (used == bytes.size()) bytes.resize(bytes.size() * 2);
  }
  bytes.resize(used);
  return bytes;
}

Result<void> write_file(const std::string& path, ByteSpan bytes, bool replace) {
  if (path == "-") {
    if (!write_all(stdout, bytes)) return failure("standard output", "cannot be written: " + reason());
    return {};
  }
  if (!replace && file_exists(path))
    return failure(path, "already exists; expected a new name, or the option to replace it");
  const std::string temporary = path + ".partial." + std::to_string(::getpid());
  {
    FileHandle file(std::fopen(temporary.c_str(), "wb"));
    if (!file) return failure(path, "cannot be written: " + reason());
    if (!write_all(file.get(), bytes)) {
      Error error = failure(path, "cannot be written: " + reason());
      file.reset();
      std::remove(temporary.c_str());
      return error;
    }
  }
  if (std::rename(temporary.c_str(), path.c_str()) != 0) {
    Error error = failure(path, "cannot be written: " + reason());
    std::remove(temporary.c_str());
    return error;
  }
  return {};
}

}  // namespace skelter
