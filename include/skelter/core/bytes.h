#pragma once
// Bytes: the span that every reader accepts, and little-endian loads without alignment requirements.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace skelter {

using ByteSpan = std::span<const std::byte>;

// Precondition: bytes.size() >= offset + sizeof(T). All targets are little-endian; checked at build time.
template <class T>
T load_le(ByteSpan bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Skelter reads little-endian formats in place; big-endian targets need byte swaps here"
#endif

}  // namespace skelter
