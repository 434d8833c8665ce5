#include "skelter/math/trig.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>

namespace skelter {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// pi / 2 in three parts. The first two have so few digits that their products with a quadrant number below
// 2^20 are exact. Source: Cody and Waite, "Software Manual for the Elementary Functions", 1980.
constexpr double kHalfPi1 = 1.5707963267341256, kHalfPi2 = 6.077100506303966e-11,
                 kHalfPi3 = 2.0222662487959506e-21;

struct Reduced {
  double angle = 0;  // in [-pi / 4, pi / 4], up to rounding
  int quadrant = 0;  // 0 to 3
};

// The nearest integer, for |value| < 2^51: the sum has no bits for a fraction. Takes two instructions,
// whereas std::floor is a function call on processors without SSE4.
double nearest_whole(double value) {
  constexpr double kNoFraction = 6755399441055744.0;  // 1.5 * 2^52
  return (value + kNoFraction) - kNoFraction;
}

Reduced reduced(double angle_rad) {
  const double turns = nearest_whole(angle_rad * (2 / std::numbers::pi));
  const double rest = ((angle_rad - turns * kHalfPi1) - turns * kHalfPi2) - turns * kHalfPi3;
  return {rest, static_cast<int>(static_cast<std::int64_t>(turns) & 3)};
}

// Taylor series; the first omitted term is below 1e-18 of the sum on [-0.8, 0.8]. Multiplies by reciprocals,
// because a chain of divisions takes twice as long; their rounding error is far below the last digit of the
// result.
double sin_series(double x) {
  const double z = x * x;
  double sum = 0;
  for (const double share : {1 / (16 * 17.0), 1 / (14 * 15.0), 1 / (12 * 13.0), 1 / (10 * 11.0),
                             1 / (8 * 9.0), 1 / (6 * 7.0), 1 / (4 * 5.0)})
    sum = (1 - sum) * (z * share);
  // x - x^3/6 * (1 - ...): the small part is subtracted last, so that only this operation rounds at the size
  // of the result.
  return x - x * (z * (1 / 6.0) * (1 - sum));
}

double cos_series(double x) {
  const double z = x * x;
  double sum = 0;
  for (const double share : {1 / (17 * 18.0), 1 / (15 * 16.0), 1 / (13 * 14.0), 1 / (11 * 12.0),
                             1 / (9 * 10.0), 1 / (7 * 8.0), 1 / (5 * 6.0), 1 / (3 * 4.0)})
    sum = (1 - sum) * (z * share);
  const double half = z / 2;
  // 1 - half is rounded; its rounding error is added back with the small terms.
  const double most = 1 - half;
  return most + ((1 - most - half) + half * sum);
}

// atan(i / 8), rounded, and its rounding error.
struct Arc {
  double value, rest;
};
constexpr Arc kEighths[9] = {{0.0, 0.0},
                             {0.12435499454676144, -3.1253241424539383e-18},
                             {0.24497866312686414, 1.0698755618734451e-17},
                             {0.35877067027057225, -2.4623815582638635e-17},
                             {0.4636476090008061, 2.2698777452961687e-17},
                             {0.5585993153435624, -5.4556305485916264e-18},
                             {0.6435011087932844, 1.5834785051444286e-17},
                             {0.7188299996216245, -2.1478388444456983e-17},
                             {0.7853981633974483, 3.061616997868383e-17}};

// atan(y / x) for 0 <= y <= x, x > 0: atan(c) + atan((y - c x) / (x + c y)) with c the nearest eighth, so
// that the series only covers 0 to 1/16.
double atan_octant(double y, double x) {
  const double eighth = nearest_whole(8 * (y / x));
  const double c = eighth / 8;
  const double t = (y - c * x) / (x + c * y);
  const double z = t * t;
  double sum = 0;
  for (const double divisor : {15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0}) sum = z * (1 / divisor - sum);
  const Arc& arc = kEighths[static_cast<std::size_t>(eighth)];
  return arc.value + (arc.rest - t * sum + t);
}

constexpr double kHalfPi = 1.5707963267948966, kHalfPiRest = 6.123233995736766e-17;
constexpr double kPiRest = 1.2246467991473532e-16;

}  // namespace

double portable_sin(double angle_rad) {
  if (!std::isfinite(angle_rad) || std::abs(angle_rad) > 1e15) return kNan;
  const Reduced r = reduced(angle_rad);
  const double s = r.quadrant % 2 == 0 ? sin_series(r.angle) : cos_series(r.angle);
  return r.quadrant >= 2 ? -s : s;
}

double portable_cos(double angle_rad) {
  if (!std::isfinite(angle_rad) || std::abs(angle_rad) > 1e15) return kNan;
  const Reduced r = reduced(angle_rad);
  const double c = r.quadrant % 2 == 0 ? cos_series(r.angle) : sin_series(r.angle);
  return r.quadrant == 1 || r.quadrant == 2 ? -c : c;
}

double portable_acos(double cosine) {
  if (!(cosine >= -1 && cosine <= 1)) return kNan;
  return portable_atan2(std::sqrt((1 - cosine) * (1 + cosine)), cosine);
}

double portable_atan2(double y, double x) {
  if (!std::isfinite(y) || !std::isfinite(x)) return kNan;
  const double ay = std::abs(y), ax = std::abs(x);
  double angle;
  if (ay == 0 && ax == 0)
    angle = 0;
  else if (ay <= ax)
    angle = atan_octant(ay, ax);
  else
    angle = kHalfPi - (atan_octant(ax, ay) - kHalfPiRest);
  if (std::signbit(x)) angle = std::numbers::pi - (angle - kPiRest);
  return std::signbit(y) ? -angle : angle;
}

}  // namespace skelter
