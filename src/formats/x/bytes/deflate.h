#pragma once
// Compresses .x files with MSZIP: a sequence of deflate streams, each of which uses the data before it as
// history (docs/x-format.md, section 2).

#include <cstddef>
#include <vector>

#include "skelter/core/bytes.h"

namespace skelter::x {

// Returns everything after the 16 bytes of the file header: the size of the whole plain file, header
// included, then blocks of 32768 plain bytes, each beginning with "CK". `body` is the plain file without its
// header. Precondition: body.size() + 16 fits into 32 bits.
std::vector<std::byte> packed_body(ByteSpan body);

}  // namespace skelter::x
