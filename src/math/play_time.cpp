#include "skelter/math/play_time.h"

#include <algorithm>
#include <cmath>

namespace skelter {

PlayTime fold_time(double time_s, double duration_s, Loop loop) {
  constexpr double kMaxExactCycles = 0x1p53;
  if (!(duration_s > 0) || std::isnan(time_s)) return {};
  if (loop == Loop::once || loop == Loop::as_made) return {0, std::clamp(time_s, 0.0, duration_s)};
  double cycle = std::floor(time_s / duration_s);
  if (!(std::abs(cycle) < kMaxExactCycles)) return {};
  // The quotient of a time just below a seam may have been rounded up to it; the product is exact.
  if (cycle * duration_s > time_s) --cycle;
  const double since_s = std::clamp(time_s - cycle * duration_s, 0.0, duration_s);
  const auto whole = static_cast<std::int64_t>(cycle);
  return {whole, loop == Loop::pingpong && whole % 2 != 0 ? duration_s - since_s : since_s};
}

}  // namespace skelter
