#pragma once
// Colours: sRGB and linear light, and which alpha counts as opaque.

#include <algorithm>
#include <cmath>

namespace skelter {

// A material counts as opaque if the alpha of its base colour is at least this.
inline constexpr float kSolidAlpha = 0.996f;

// sRGB decoding and its inverse, 0 to 1. Source: IEC 61966-2-1.
template <class T>
T linear_from_srgb(T c) {
  c = std::clamp(c, T(0), T(1));
  return c <= T(0.04045) ? c / T(12.92) : std::pow((c + T(0.055)) / T(1.055), T(2.4));
}
template <class T>
T srgb_from_linear(T c) {
  c = std::clamp(c, T(0), T(1));
  return c <= T(0.0031308) ? c * T(12.92) : T(1.055) * std::pow(c, 1 / T(2.4)) - T(0.055);
}

}  // namespace skelter
