#pragma once
// Copies of packs for tests that damage them. The copies have the exact size, so that a sanitizer detects
// every read outside, and a corrected checksum, so that damage reaches the later checks.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/internal/format/pack_header.h"
#include "runtime/pack/internal/checksum.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pack_view.h"

namespace skelter::test {

inline AlignedBytes copy_of(ByteSpan bytes, std::size_t size) {
  AlignedBytes copy(size);
  if (const std::size_t both = std::min(bytes.size(), size)) std::memcpy(copy.data(), bytes.data(), both);
  return copy;
}
inline AlignedBytes copy_of(ByteSpan bytes) {
  return copy_of(bytes, bytes.size());
}

template <class T>
void store(AlignedBytes& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

// Updates size and checksum to match the bytes.
inline void seal(AlignedBytes& pack) {
  if (pack.size() < sizeof(PackHeader)) return;
  store(pack, offsetof(PackHeader, size), std::uint64_t{pack.size()});
  const ByteSpan covered = pack.span().subspan(kPackChecksumBegin);
  store(pack, offsetof(PackHeader, checksum), pack_checksum(covered));
}

inline constexpr std::size_t entry_offset(std::size_t section) {
  return sizeof(PackHeader) + section * sizeof(PackEntry);
}

}  // namespace skelter::test
