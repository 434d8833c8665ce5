#pragma once
// The bytes of a file for internal readers. Like read_file, but the memory is not zeroed first.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"

namespace skelter {

class FileBytes {
 public:
  FileBytes() = default;
  FileBytes(FileBytes&& other) noexcept
      : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  FileBytes& operator=(FileBytes&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  // Leaves the bytes uninitialised. (The standard library of clang 14 lacks make_unique_for_overwrite.)
  explicit FileBytes(std::size_t size) : bytes_(new std::byte[size]), size_(size) {}

  std::byte* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }
  void resize(std::size_t size);  // added bytes are not initialised
  ByteSpan span() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

Result<FileBytes> read_file_bytes(const std::string& path, std::uint64_t max_bytes = UINT64_MAX);

}  // namespace skelter
