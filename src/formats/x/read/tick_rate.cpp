#include "formats/x/read/tick_rate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace skelter::x {
namespace {

constexpr double kLargestTick = 4294967295.0;
constexpr double kTolerance = 1e-6;

template <class Visit>
void visit_times(const Scene& scene, Visit&& visit) {
  for (const Clip& clip : scene.clips)
    for (const Channel& channel : clip.channels)
      for (const double time_s : channel.times_s) visit(time_s);
}

bool fits(const Scene& scene, double rate) {
  if (!(rate >= 1) || rate > kLargestTick || rate != std::floor(rate)) return false;
  bool all = true;
  visit_times(scene, [&](double time_s) {
    const double ticks = time_s * rate, whole = std::round(ticks);
    all = all && whole >= 0 && whole <= kLargestTick &&
          std::abs(ticks - whole) <= kTolerance * std::max(1.0, ticks);
  });
  return all;
}

// Smallest integer multiple of a fractional rate, or 0 if no factor up to 1001 gives one.
double whole_multiple(double rate) {
  constexpr int kLargestDenominator = 1001;  // 23.976 is 24000 / 1001
  for (int factor = 2; factor <= kLargestDenominator; ++factor) {
    const double multiple = rate * factor;
    if (std::abs(multiple - std::round(multiple)) <= 1e-9 * multiple) return std::round(multiple);
  }
  return 0;
}

// Candidate rates, most likely first.
std::vector<double> candidates(const Scene& scene) {
  std::vector<double> rates;
  double common = 1;
  for (const Clip& clip : scene.clips) {
    if (!clip.ticks_per_second) continue;
    double rate = *clip.ticks_per_second;
    rates.push_back(rate);
    if (rate != std::floor(rate)) rates.push_back(rate = whole_multiple(rate));
    if (rate >= 1 && rate <= kLargestTick && common <= kLargestTick)
      common =
          static_cast<double>(std::lcm(static_cast<std::uint64_t>(common), static_cast<std::uint64_t>(rate)));
  }
  if (common > 1) rates.push_back(common);
  // 4800 is a multiple of 24, 25, 30, 48, 50, 60, 96, 100, 120 and 160.
  for (const double rate : {4800.0, 1000.0, 24000.0, 90.0, 14400.0, 1e6}) rates.push_back(rate);
  return rates;
}

}  // namespace

std::uint32_t TickRate::tick(double time_s) const {
  return static_cast<std::uint32_t>(std::clamp(std::round(time_s * per_second), 0.0, kLargestTick));
}

TickRate choose_tick_rate(const Scene& scene) {
  TickRate chosen;
  for (const double rate : candidates(scene))
    if (fits(scene, rate)) {
      chosen.per_second = static_cast<std::uint32_t>(rate);
      return chosen;
    }
  double last_s = 0;
  visit_times(scene, [&](double time_s) { last_s = std::max(last_s, time_s); });
  chosen.per_second = static_cast<std::uint32_t>(std::clamp(kLargestTick / std::max(last_s, 1.0), 1.0, 1e6));
  visit_times(scene, [&](double time_s) {
    chosen.largest_error_s =
        std::max(chosen.largest_error_s,
                 std::abs(chosen.tick(time_s) / static_cast<double>(chosen.per_second) - time_s));
  });
  return chosen;
}

}  // namespace skelter::x
