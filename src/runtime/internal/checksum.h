#pragma once
// The checksum of packs: finds bytes that were damaged or cut on their way. It is no protection against
// people who forge packs; everything is checked beyond it.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

// XXH64 with seed 0. No alignment is needed. Source: Yann Collet, "xxHash fast digest algorithm", version
// 0.1.1.
std::uint64_t checksum64(ByteSpan bytes);

// What packs carry: XXH3 of 64 bits with seed 0 and the default secret for more than 240 bytes, checksum64
// for fewer. It keeps up with the memory that it reads. Source: Yann Collet, "xxHash fast digest algorithm",
// version 0.2.0. The same number on every instruction set.
std::uint64_t pack_checksum(ByteSpan bytes);

// What packs of version 1 carry: the checksum64 of the checksums of both halves, the first of which is the
// largest multiple of 32 bytes in half the size.
std::uint64_t pack_checksum_v1(ByteSpan bytes);

}  // namespace skelter
