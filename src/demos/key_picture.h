#pragma once
// The blend demo's list of keys as an image, like the article's: white letters on black.

#include "skelter/image/image.h"

namespace skelter::demos {

// Opaque, with a border of 8 black pixels at the left and the top.
Image key_picture();

}  // namespace skelter::demos
