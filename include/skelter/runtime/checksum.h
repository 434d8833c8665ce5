#pragma once
// The checksum of packs: finds bytes that were damaged or cut on their way. It is no protection against
// people who forge packs; everything is checked beyond it.

#include <cstdint>

#include "skelter/core/bytes.h"

namespace skelter {

// XXH64 with seed 0, chosen because opening a pack should take no longer than reading its memory. No
// alignment is needed. Source: Yann Collet, "xxHash fast digest algorithm", version 0.1.1.
std::uint64_t checksum64(ByteSpan bytes);

}  // namespace skelter
