#pragma once
// Encodes one picture. The same pixels give the same bytes on every run.

#include <cstddef>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/image/image.h"

namespace skelter {

// Errors: invalid_argument for an image without pixels.
Result<std::vector<std::byte>> encode_png(const Image& image);

// Lossless. Errors: invalid_argument for an image without pixels or with more than 16383 of them on one side.
Result<std::vector<std::byte>> encode_webp(const Image& image);

}  // namespace skelter
