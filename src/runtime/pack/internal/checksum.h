#pragma once
// The checksum of packs: detects bytes that were damaged or truncated. It does not protect against forged
// packs; everything is also checked in detail.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

// The checksum stored in packs: XXH3 of 64 bits with seed 0 and the default secret. It is as fast as reading
// memory and needs no alignment. Source: Yann Collet, "xxHash fast digest algorithm", version 0.2.0. The
// result is the same on every instruction set.
std::uint64_t pack_checksum(ByteSpan bytes);

}  // namespace skelter
