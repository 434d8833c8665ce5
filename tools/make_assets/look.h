#pragma once
// Measurements of the mannequin's appearance, from its file and its texture.

#include "measure.h"
#include "skelter/image/image.h"

namespace skelter::assets {

// Deviation of the border between shirt and trousers from a level plane at rest: half the difference between
// its highest and its lowest vertex, in metres.
double hem_unevenness(const Figure& figure);

// The view of a camera far in front of the left eye, unlit: surface colours, 0 to 1 in sRGB.
struct Eye {
  double white;  // smallest channel of the whitest point
  double pupil;  // largest channel of the darkest point
  double iris;   // width of the area that is neither white nor lid, in metres, at the height of the pupil
};
Eye eye_colors(const Figure& figure, const Image& texture);

// Median difference of a material's texels from the mean of the surrounding 16 x 16, over its surface, 0 to
// 1. Large for a pattern that repeats within 16 texels; single lines do not count.
double fine_pattern(const Figure& figure, const Image& texture, const std::string& material);

}  // namespace skelter::assets
