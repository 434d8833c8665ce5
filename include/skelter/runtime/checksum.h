#pragma once
// The checksum of packs: finds bytes that were damaged or cut on their way. It is no protection against
// people who forge packs; everything is checked beyond it.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

// XXH64 with seed 0. No alignment is needed. Source: Yann Collet, "xxHash fast digest algorithm", version
// 0.1.1.
std::uint64_t checksum64(ByteSpan bytes);

// What packs carry: the checksum64 of the checksums of both halves, the first of which is the largest
// multiple of 32 bytes in half the size. Two halves at once take little longer than one, and opening a pack
// should take no longer than reading its memory.
std::uint64_t pack_checksum(ByteSpan bytes);

}  // namespace skelter
