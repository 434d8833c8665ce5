#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "skelter/core/file.h"

namespace skelter {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, CloseFile>;

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
  FileHandle owned;
  std::FILE* file = stdin;
  std::uint64_t size_hint = 0;
  if (path != "-") {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return failure(path, "is a folder; expected a file");
    owned.reset(std::fopen(path.c_str(), "rb"));
    if (!owned) {
      if (errno == ENOENT) return failure(path, "no such file", Status::not_found);
      return failure(path, "cannot be opened: " + reason());
    }
    file = owned.get();
    const auto size = std::filesystem::file_size(path, ignored);
    if (!ignored) size_hint = size;
  }
  const auto too_large = [&] {
    return Error{Status::limit_exceeded,
                 "file.too-large",
                 "file is larger than the limit of " + std::to_string(max_bytes) + " bytes",
                 {path, 0, {}, {}}};
  };
  if (size_hint > max_bytes) return too_large();

  // One byte more than the size says, so that a file that does not grow is read in one go and seen to end.
  std::vector<std::byte> bytes(static_cast<std::size_t>(size_hint != 0 ? size_hint + 1 : 64 * 1024));
  std::size_t used = 0;
  while (true) {
    const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file);
    used += got;
    if (used > max_bytes) return too_large();
    if (used < bytes.size()) break;
    bytes.resize(bytes.size() * 2);
  }
  if (std::ferror(file)) return failure(path, "cannot be read: " + reason());
  bytes.resize(used);
  return bytes;
}

Result<void> write_file(const std::string& path, ByteSpan bytes, bool replace) {
  if (path == "-") {
    if (!write_all(stdout, bytes)) return failure("standard output", "cannot be written: " + reason());
    return {};
  }
  if (!replace && file_exists(path))
    return failure(path, "exists already; expected a new name, or the option to replace it");
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
