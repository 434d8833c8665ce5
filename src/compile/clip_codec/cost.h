#pragma once
// What corrections cost in a stored clip, in bits.

#include "runtime/internal/clip_codec/numbers.h"

namespace skelter {

// Base-2 logarithm to 0.01, the same on every machine.
double rough_log2(double x);

double correction_bits(clip_codec::Scale scale, std::int32_t correction);

}  // namespace skelter
