#pragma once
// StoredClip: the small form of a clip, for files. It has to be decoded into the hot form before it plays;
// the caller gives the memory. How it is coded: docs/compression.md.

#include <cstddef>
#include <cstdint>
#include <span>

#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/runtime/blob.h"
#include "skelter/runtime/clip.h"

namespace skelter {

// Bytes that decoding writes: the size of the hot blob. 0 if `stored` is not a stored clip.
std::size_t hot_size(ByteSpan stored);

// Decodes into `out` (at least hot_size(stored) bytes, aligned to kBlobAlignment) and checks the result, so
// that `clip` is valid when the problem is ok. Allocates nothing.
Problem decode_clip(ByteSpan stored, std::span<std::byte> out, ClipView& clip);

}  // namespace skelter
