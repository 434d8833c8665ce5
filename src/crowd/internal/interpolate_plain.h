#pragma once
// The arithmetic of CrowdInterpolateJob as a plain loop, for tests.

#include <cstdint>

#include "skelter/math/soa.h"

namespace skelter::scalar {

void interpolate(const Affine* from, const Affine* to, float ratio, std::uint32_t count, Affine* out);

}  // namespace skelter::scalar
