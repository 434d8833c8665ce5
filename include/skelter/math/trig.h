#pragma once
// Sine, cosine, arc cosine and arc tangent that give the same bits on every machine and with every compiler,
// where those of the C library differ in the last digit: what is built from them has the same bytes
// everywhere. Only sums, products, quotients and square roots, which IEEE 754 rounds in one way. Errors are
// below 2 ulp (1 ulp = 2.2e-16 relative), near zeros of sine and cosine below 2.3e-16 absolute.

namespace skelter::trig {

inline constexpr double kPi = 3.141592653589793;
inline constexpr double kRadPerDeg = kPi / 180;

// Angles in radians, exact to |angle| <= 1e5; beyond, an error of about 1e-21 * |angle| adds up, and above
// 1e9 the result is not meaningful. Not finite: NaN.
double sin(double angle_rad);
double cos(double angle_rad);

// In [0, pi]. Cosines outside [-1, 1]: NaN.
double acos(double cosine);

// In [-pi, pi]; the direction (x, y) seen from the origin. (0, 0) gives 0 or pi by the signs, as in C.
// Not finite: NaN.
double atan2(double y, double x);

}  // namespace skelter::trig
