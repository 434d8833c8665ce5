#pragma once
// Coverage: how the alpha of an image covers the surfaces behind it.

#include <cstdint>

#include "skelter/image/image.h"

namespace skelter {

// How a surface covers the surfaces behind it.
enum class Coverage : std::uint8_t { opaque, cut_out, blended };

// Derives the coverage from alpha, for images without a declared mode. Opaque: nearly no pixel below full
// alpha, or none above zero (an unused channel). Cut out: nearly all pixels either full or empty. Otherwise
// blended.
Coverage coverage_of(const Image& image);

}  // namespace skelter
