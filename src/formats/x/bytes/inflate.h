#pragma once
// Compressed encodings: MSZIP blocks after the 16 header bytes. See docs/x-format.md, section 2.

#include <cstddef>
#include <string>
#include <vector>

#include "core/internal/memory_budget.h"
#include "skelter/core/bytes.h"
#include "skelter/core/diagnostics.h"
#include "skelter/core/limits.h"
#include "skelter/core/result.h"

namespace skelter::x {

// `bytes` is a whole compressed file. Returns the plain file: the same 16 header bytes, then the contents of
// the blocks, so that offsets match those in D3DX. Memory for all blocks is taken from the budget at once.
// Errors: bad_data with the byte offset in the compressed file; limit_exceeded. A wrong total and bytes after
// the last block are warnings.
Result<std::vector<std::byte>> inflate_blocks(ByteSpan bytes, const std::string& file, MemoryBudget& budget,
                                              Diagnostics& diagnostics);

}  // namespace skelter::x
