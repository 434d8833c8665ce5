#pragma once
// How the alpha of an image covers the surfaces behind it.

#include <cstdint>

#include "skelter/image/image.h"

namespace skelter {

// How a surface covers the surfaces behind it.
enum class Coverage : std::uint8_t { opaque, cut_out, blended };

// Derives the coverage from alpha, for images without a declared mode. Opaque: nearly no pixel has less than
// full alpha, or no pixel has any (an unused channel). Cut out: nearly all pixels have either full or no
// alpha. Blended: all other images.
Coverage coverage_of(const Image& image);

}  // namespace skelter
