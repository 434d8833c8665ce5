#pragma once
// Packed<View>: the bytes of a blob together with the view that points into them.

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <utility>

#include "skelter/core/bytes.h"
#include "skelter/runtime/blob.h"

namespace skelter {

// Bytes at a multiple of kBlobAlignment. Moving keeps the address.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::size_t size)  // zeros
      : data_(size == 0 ? nullptr
                        : static_cast<std::byte*>(::operator new (size, std::align_val_t{kBlobAlignment}))),
        size_(size) {
    for (std::size_t i = 0; i < size; ++i) data_.get()[i] = std::byte{0};
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
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

template <class View>
struct Packed {
  AlignedBytes bytes;
  View view;
};

}  // namespace skelter
