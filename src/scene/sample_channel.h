#pragma once
// One channel at one moment, in double precision. Times are clip times in seconds, already wrapped; before
// the first key they give the first, after the last the last. Precondition: the channel is valid.

#include <cstddef>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter {

// Translations and scales. Cubic as in glTF 2.0, appendix C.
Vec3d sample_vector(const Channel& channel, double time_s);

// Unit; slerp for linear keys, the normalised spline for cubic ones.
Quatd sample_rotation(const Channel& channel, double time_s);

// The same for keys that are as good as unit. Others are taken as they are, as glTF 2.0, appendix C, does
// and other programs do: what the file says to its last digit.
Quatd sample_rotation_as_stored(const Channel& channel, double time_s);

// One number per morph target.
std::vector<double> sample_weights(const Channel& channel, double time_s);

// Mode `product` samples as `elements`. A time exactly at a key gives that key's numbers.
Mat4d sample_matrix(const Channel& channel, double time_s, MatrixKeys mode);

}  // namespace skelter
