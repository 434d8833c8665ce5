#pragma once
// Lays out a header and its arrays as one blob. Arrays start at multiples of 64 bytes and gaps are zero, so
// equal content gives equal bytes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "runtime/internal/format/blob.h"
#include "skelter/core/aligned_bytes.h"

namespace skelter {

// Concatenated texts, and the offset at which each begins.
struct Strings {
  std::vector<std::uint32_t> begin{0};
  std::vector<char> text;

  void add(std::string_view s) {
    text.insert(text.end(), s.begin(), s.end());
    begin.push_back(static_cast<std::uint32_t>(text.size()));
  }
};

class BlobWriter {
 public:
  explicit BlobWriter(std::size_t header_size) : bytes_(header_size) {}

  // Appends the elements. Structures must have no padding, or zeroed padding.
  template <class T>
  BlobArray add(std::span<const T> elements) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (elements.empty()) return {};
    return append(elements.data(), elements.size_bytes(), static_cast<std::uint32_t>(elements.size()));
  }
  template <class T>
  BlobArray add(const std::vector<T>& elements) {
    return add(std::span<const T>(elements));
  }

  template <class Header>
  AlignedBytes finish(const Header& header) {
    static_assert(std::is_trivially_copyable_v<Header>);
    std::memcpy(bytes_.data(), &header, sizeof(Header));
    AlignedBytes out(bytes_.size());
    std::memcpy(out.data(), bytes_.data(), bytes_.size());
    return out;
  }

 private:
  BlobArray append(const void* data, std::size_t size, std::uint32_t count);

  std::vector<std::byte> bytes_;
};

}  // namespace skelter
