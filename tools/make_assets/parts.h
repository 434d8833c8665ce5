#pragma once
// Helpers that the parts of the generator share, on top of the scene builder.

#include "skelter/scene/build.h"

namespace skelter::assets {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kTicksPerSecond = 4800;
constexpr double radians(double degrees) {
  return degrees * kPi / 180;
}

}  // namespace skelter::assets
