#pragma once
// Decodes textures: PNG, JPEG, BMP, TGA, DDS (BC1 to BC3 and uncompressed) and WebP, detected by content.

#include <cstdint>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

struct ImageDecodeOptions {
  // Limit of width * height * 4. A larger size in the header is an error before any allocation.
  std::uint64_t max_bytes = 256u * 1024 * 1024;
};

// `file` is the source's name in messages. Errors: bad_data, unsupported, limit_exceeded. Safe on any bytes;
// thread-safe. A DDS file gives its first image at the largest level; colours of DXT2 and DXT4 stay
// premultiplied, as stored.
Result<Image> decode_image(ByteSpan bytes, const std::string& file = {},
                           const ImageDecodeOptions& options = {});

// The same for a file on disk. Further errors: not_found, io.
Result<Image> decode_image_file(const std::string& path, const ImageDecodeOptions& options = {});

}  // namespace skelter
