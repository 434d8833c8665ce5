#pragma once
// Writes the local transform of a node in the number layout for pages.

#include <cstddef>

#include "skelter/math/transform.h"

namespace skelter::web {

inline constexpr std::size_t kLocalNumbers = 10;

// Writes translation x y z, rotation x y z w, scale x y z. Shear is lost. Returns the position after these
// numbers.
inline float* write_local(const Mat4d& local, float* out) {
  const AffineParts parts = split(local);
  const Mat3d& stretch = parts.stretch;
  for (const double number :
       {parts.translation.x, parts.translation.y, parts.translation.z, parts.rotation.x, parts.rotation.y,
        parts.rotation.z, parts.rotation.w, stretch(0, 0), stretch(1, 1), stretch(2, 2)})
    *out++ = static_cast<float>(number);
  return out;
}

}  // namespace skelter::web
