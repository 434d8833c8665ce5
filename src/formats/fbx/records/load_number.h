#pragma once
// Loads numbers from binary files, in either byte order.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "formats/fbx/internal/same_bits.h"
#include "skelter/core/bytes.h"

namespace skelter::fbx {

template <class T>
T swapped(T value) {
  auto bytes = same_bits<std::array<std::byte, sizeof(T)>>(value);
  std::reverse(bytes.begin(), bytes.end());
  return same_bits<T>(bytes);
}

template <class T>
T load_number(ByteSpan bytes, std::uint64_t at, bool swap) {
  const T value = load_le<T>(bytes, static_cast<std::size_t>(at));
  return swap ? swapped(value) : value;
}

inline std::uint64_t array_entry_bytes(char code) {
  switch (code) {
    case 'd':
    case 'l':
      return 8;
    case 'f':
    case 'i':
      return 4;
    default:
      return 1;
  }
}

}  // namespace skelter::fbx
