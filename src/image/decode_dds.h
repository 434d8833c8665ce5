#pragma once
// Decodes DirectDraw surfaces (DDS): block-compressed (BC1, BC2, BC3, or DXT1 to DXT5) or with plain channel
// masks.

#include "skelter/image/decode.h"

namespace skelter {

// Precondition: `bytes` begins with "DDS ".
Result<Image> decode_dds(ByteSpan bytes, const std::string& file, std::uint64_t max_bytes);

}  // namespace skelter
