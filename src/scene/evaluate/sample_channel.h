#pragma once
// Samples one channel at one time, in double precision. Times are wrapped clip times in seconds, clamped to
// the first and the last key. Precondition: the channel is valid.

#include <cstddef>
#include <vector>

#include "skelter/scene/evaluate.h"

namespace skelter {

// Samples translations or scales. Cubic keys are interpolated as in glTF 2.0, appendix C.
Vec3d sample_vector(const Channel& channel, double time_s);

// Returns a unit quaternion: slerp between linear keys, the normalised spline between cubic keys.
Quatd sample_rotation(const Channel& channel, double time_s);

// Like sample_rotation for keys of nearly unit length. Other keys are used unchanged, as in glTF 2.0,
// appendix C, and in other programs, which preserves the file's numbers exactly.
Quatd sample_rotation_as_stored(const Channel& channel, double time_s);

// Returns one number per morph target.
std::vector<double> sample_weights(const Channel& channel, double time_s);

// Mode `product` samples like `elements`. A time exactly at a key returns that key's numbers.
Mat4d sample_matrix(const Channel& channel, double time_s, MatrixKeys mode);

}  // namespace skelter
