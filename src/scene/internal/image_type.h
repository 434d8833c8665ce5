#pragma once
// Detects the type of image files.

#include <string_view>

#include "skelter/core/bytes.h"

namespace skelter {

// Returns the media type, determined from the first bytes: PNG, JPEG, WebP, KTX2, DDS, BMP, GIF or AVIF;
// otherwise "".
std::string_view image_type(ByteSpan bytes);

}  // namespace skelter
