#pragma once
// AlignedBytes: memory aligned for blobs and kernels. All aligned memory is allocated here, through operator
// new, because std::aligned_alloc is missing on Windows.

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "skelter/core/bytes.h"

namespace skelter {

inline constexpr std::size_t kBlobAlignment = 64;  // bytes

// Bytes at a multiple of kBlobAlignment. Moving keeps the address.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size)  // zero-filled
      : AlignedBytes(allocate(size), size) {
    if (size != 0) std::memset(data(), 0, size);
  }
  static AlignedBytes copy_of(ByteSpan bytes) {
    AlignedBytes copy(allocate(bytes.size()), bytes.size());
    if (!bytes.empty()) std::memcpy(copy.data(), bytes.data(), bytes.size());
    return copy;
  }
  AlignedBytes(AlignedBytes&& other) noexcept
      : data_(std::move(other.data_)), size_(std::exchange(other.size_, 0)) {}
  AlignedBytes& operator=(AlignedBytes&& other) noexcept {
    data_ = std::move(other.data_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  std::byte* data() { return data_.get(); }
  const std::byte* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  ByteSpan span() const { return {data_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{kBlobAlignment}); }
  };
  static std::byte* allocate(std::size_t size) {
    if (size == 0) return nullptr;
    return static_cast<std::byte*>(::operator new (size, std::align_val_t{kBlobAlignment}));
  }
  AlignedBytes(std::byte* data, std::size_t size) : data_(data), size_(size) {}

  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace skelter
