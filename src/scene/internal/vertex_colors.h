#pragma once
// Detects vertex colours that an exporter wrote without filling them in.

#include <algorithm>
#include <span>

#include "skelter/math/vec.h"

namespace skelter {

// Whether all vertices are black with the same alpha. If such colours were drawn, they would hide
// every material.
inline bool all_black(std::span<const Vec4> colors) {
  return !colors.empty() && std::all_of(colors.begin(), colors.end(), [&](const Vec4& c) {
    return c.x == 0 && c.y == 0 && c.z == 0 && c.w == colors[0].w;
  });
}

}  // namespace skelter
