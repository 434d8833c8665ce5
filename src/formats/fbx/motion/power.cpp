#include "formats/fbx/internal/power.h"

#include <cmath>

namespace skelter::fbx {
namespace {

constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33;  // their sum is ln 2

}  // namespace

double power(double base, double exponent) {
  if (exponent == 0) return 1;
  if (exponent == 1 || base == 0 || base == 1) return base;
  // base = m * 2^e with m in [sqrt(1/2), sqrt(2)), and ln m = 2 artanh((m - 1) / (m + 1)).
  int e = 0;
  double m = std::frexp(base, &e);
  if (m < 0.70710678118654752) m *= 2, --e;
  const double s = (m - 1) / (m + 1), s2 = s * s;
  double series = 0;
  for (int n = 23; n >= 3; n -= 2) series = (series + 1.0 / n) * s2;
  const double log_base = e * kLn2High + (2 * (s + s * series) + e * kLn2Low);
  // exp(t) = 2^k * exp(r) with |r| <= ln 2 / 2.
  const double t = exponent * log_base, k = std::floor(t / (kLn2High + kLn2Low) + 0.5);
  if (!(std::abs(k) < 1100)) return t < 0 ? 0 : HUGE_VAL;
  const double r = t - k * kLn2High - k * kLn2Low;
  double sum = 1;
  for (int n = 14; n >= 1; --n) sum = 1 + sum * r / n;
  return std::ldexp(sum, static_cast<int>(k));
}

}  // namespace skelter::fbx
