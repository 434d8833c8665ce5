#pragma once
// Numbers and directions that many tests use.

#include <limits>

#include "skelter/math/vec.h"

namespace skelter {

inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr Vec3d kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

}  // namespace skelter
