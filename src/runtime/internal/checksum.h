#pragma once
// The checksum of packs: finds bytes that were damaged or cut on their way. It is no protection against
// people who forge packs; everything is checked beyond it.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

// What packs carry: XXH3 of 64 bits with seed 0 and the default secret. It keeps up with the memory that it
// reads; no alignment is needed. Source: Yann Collet, "xxHash fast digest algorithm", version 0.2.0. The same
// number on every instruction set.
std::uint64_t pack_checksum(ByteSpan bytes);

}  // namespace skelter
