#pragma once
// Measures of how the mannequin looks, taken from its file and its texture.

#include "measure.h"
#include "skelter/image/image.h"

namespace skelter::assets {

// How far the border between shirt and trousers leaves a level plane at rest: half the difference between its
// highest vertex and its lowest, in metres.
double hem_unevenness(const Figure& figure);

// What a camera far in front of the left eye sees without light: colours of the surface, 0 to 1 in sRGB.
struct Eye {
  double white;  // least channel of the whitest point
  double pupil;  // largest channel of the darkest point
  double iris;   // width of what is neither white nor lid, in metres, on the level of the pupil
};
Eye eye_colors(const Figure& figure, const Image& texture);

// How much a material's texels differ from the mean of the 16 x 16 around them, 0 to 1: the median over its
// surface. A pattern that repeats within 16 texels has a large one; lines here and there do not count.
double fine_pattern(const Figure& figure, const Image& texture, const std::string& material);

}  // namespace skelter::assets
