#pragma once
// Encodes one image. The same pixels give the same bytes on every run.

#include <cstddef>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

// Errors: invalid_argument for an image without pixels.
Result<std::vector<std::byte>> encode_png(const Image& image);

// Lossless. Errors: invalid_argument for an image without pixels or with a side above 16383 pixels.
Result<std::vector<std::byte>> encode_webp(const Image& image);

}  // namespace skelter
