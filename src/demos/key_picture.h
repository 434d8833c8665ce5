#pragma once
// The blend demo's list of keys as an image, like in the article: white letters on black.

#include "skelter/image/image.h"

namespace skelter::demos {

// Opaque, with a border of 8 black pixels at the left and at the top.
Image key_picture();

}  // namespace skelter::demos
