#pragma once
// Decodes textures: PNG, JPEG, BMP, TGA, DDS (BC1 to BC3 and uncompressed) and WebP, detected by content.

#include <cstdint>
#include <string>

#include "skelter/core/bytes.h"
#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

inline constexpr std::uint64_t kMaxImageBytes = std::uint64_t{256} << 20;

// `file` is the source's name in messages. `max_bytes`: limit of width * height * 4; a larger size in the
// header is an error before any allocation. Errors: bad_data, unsupported, limit_exceeded. Safe on any bytes;
// thread-safe. For a DDS file, returns its first image at the largest level; colours of DXT2 and DXT4 stay
// premultiplied, as stored.
Result<Image> decode_image(ByteSpan bytes, const std::string& file = {},
                           std::uint64_t max_bytes = kMaxImageBytes);

// Decodes a file on disk. Additional errors: not_found, io.
Result<Image> decode_image_file(const std::string& path, std::uint64_t max_bytes = kMaxImageBytes);

}  // namespace skelter
