#pragma once
// Sine, cosine, arc cosine and arc tangent with the same bits on every machine and compiler. The C library's
// functions differ in the last digit; with these, built files have the same bytes everywhere. They use only
// sums, products, quotients and square roots, because IEEE 754 fixes their rounding. Errors are below 2 ulp
// (1 ulp = 2.2e-16 relative), and near zeros of sine and cosine below 2.3e-16 absolute.

#include <numbers>

namespace skelter {

inline constexpr double kRadPerDeg = std::numbers::pi / 180;

// Angles in radians, accurate up to |angle| = 1e5. Beyond that, the error grows by about 1e-21 * |angle|;
// above 1e9 the result is meaningless. Infinities and NaN give NaN.
double portable_sin(double angle_rad);
double portable_cos(double angle_rad);

// Result in [0, pi]. Cosines outside [-1, 1] give NaN.
double portable_acos(double cosine);

// Result in [-pi, pi]: the direction (x, y) seen from the origin. (0, 0) gives 0 or pi depending on the
// signs, as in C. Infinities and NaN give NaN.
double portable_atan2(double y, double x);

}  // namespace skelter
