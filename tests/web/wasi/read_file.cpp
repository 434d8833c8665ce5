// Replaces the module `system`, which requires <filesystem>.

#include <cstdio>

#include "system/internal/file_bytes.h"

namespace skelter {

Result<FileBytes> read_file_bytes(const std::string& path, std::uint64_t) {
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  long size = -1;
  if (file != nullptr && std::fseek(file, 0, SEEK_END) == 0) size = std::ftell(file);
  FileBytes bytes(size > 0 ? static_cast<std::size_t>(size) : 0);
  const bool whole = size >= 0 && std::fseek(file, 0, SEEK_SET) == 0 &&
                     std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr) std::fclose(file);
  if (!whole) return Error{Status::io, "file.io", "cannot be read", {path, 0, {}, {}}};
  return bytes;
}

}  // namespace skelter
