#pragma once
// Checks that the readers of blobs share. They look at everything before they answer: loops without early
// exits become vector code, and opening a pack is mostly this.

#include <cstdint>
#include <cstring>
#include <span>

namespace skelter {

inline bool all_finite(std::span<const float> numbers) {
  constexpr std::uint32_t kExponent = 0x7F800000u;  // all ones: infinite or not a number
  std::uint32_t bad = 0;
  for (const float number : numbers) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    bad |= (bits & kExponent) == kExponent ? 1u : 0u;
  }
  return bad == 0;
}

template <class T>
bool all_below(std::span<const T> numbers, std::uint32_t limit) {
  std::uint32_t bad = 0;
  for (const T number : numbers) bad |= number >= limit ? 1u : 0u;
  return bad == 0;
}

// Offsets into a text or list: first 0, never falling, last its length.
inline bool valid_offsets(std::span<const std::uint32_t> begin, std::size_t size) {
  if (begin.empty() || begin.front() != 0 || begin.back() != size) return false;
  for (std::size_t i = 1; i < begin.size(); ++i)
    if (begin[i] < begin[i - 1]) return false;
  return true;
}

}  // namespace skelter
