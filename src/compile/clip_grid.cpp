#include "compile/clip_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace skelter {
namespace {

// How far a key may lie from the grid, in intervals. Exporters round times to a millisecond or to floats.
constexpr double kOnGrid = 1e-3;
// See highest_useful_rate.
constexpr double kFewFrames = 10'000, kMostFramesPerKey = 4;

double share_on_grid(const std::vector<double>& times_s, double rate_hz) {
  std::size_t hits = 0;
  for (const double t : times_s) {
    const double frame = t * rate_hz;
    if (std::abs(frame - std::floor(frame + 0.5)) <= kOnGrid) ++hits;
  }
  return static_cast<double>(hits) / static_cast<double>(times_s.size());
}

// The most frequent distance between neighbouring distinct times, in microseconds; the smallest of equals.
double usual_gap_s(const std::vector<double>& distinct_s) {
  std::map<std::int64_t, std::size_t> counts;
  for (std::size_t i = 1; i < distinct_s.size(); ++i)
    ++counts[std::llround((distinct_s[i] - distinct_s[i - 1]) * 1e6)];
  std::int64_t usual = 0;
  std::size_t most = 0;
  for (const auto& [gap, count] : counts)
    if (count > most && gap > 0) {
      usual = gap;
      most = count;
    }
  if (most == 0) return 0;
  // The exact distance, not the rounded one: the average of those that rounded to it.
  double sum = 0;
  for (std::size_t i = 1; i < distinct_s.size(); ++i) {
    const double gap = distinct_s[i] - distinct_s[i - 1];
    if (std::llround(gap * 1e6) == usual) sum += gap;
  }
  return sum / static_cast<double>(most);
}

// Ticks between the keys where all of them are whole ticks: their greatest common divisor.
double common_ticks(const std::vector<double>& distinct_s, double ticks_per_second) {
  std::int64_t divisor = 0;
  for (const double t : distinct_s)
    divisor = std::gcd(divisor, static_cast<std::int64_t>(std::llround(t * ticks_per_second)));
  return static_cast<double>(divisor);
}

}  // namespace

double highest_useful_rate(const std::vector<double>& times_s) {
  const std::set<double> distinct(times_s.begin(), times_s.end());
  if (distinct.empty() || !(*distinct.rbegin() > 0)) return std::numeric_limits<double>::infinity();
  return std::max(kFewFrames, kMostFramesPerKey * static_cast<double>(distinct.size())) / *distinct.rbegin();
}

double detect_sample_rate(const std::vector<double>& times_s, double ticks_per_second) {
  std::vector<double> distinct = times_s;
  distinct.push_back(0);
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  if (times_s.empty() || distinct.size() < 2) return 30;

  std::vector<double> rates{1, 2, 4, 5, 6, 8, 10, 12, 12.5, 15, 16, 20, 24, 25, 30, 48, 50, 60, 100, 120};
  // A rate computed from rounded times gives way to the usual one next to it.
  const auto add_rate = [&](double rate) {
    for (const double usual : rates)
      if (std::abs(rate - usual) <= 1e-5 * usual) return;
    rates.push_back(rate);
  };
  const double gap_s = usual_gap_s(distinct);
  if (gap_s > 0) add_rate(1 / gap_s);
  if (ticks_per_second > 0) {
    const double ticks = common_ticks(distinct, ticks_per_second);
    if (ticks > 0) add_rate(ticks_per_second / ticks);
  }
  // One interval from the first key to the last, and whole fractions of it.
  for (const double parts : {1.0, 2.0, 3.0}) add_rate(parts / distinct.back());
  std::sort(rates.begin(), rates.end());
  for (const double rate : rates)
    if (share_on_grid(times_s, rate) >= 0.97) return rate;
  return std::min(gap_s > 0 ? std::min(1 / gap_s, 60.0) : 30, highest_useful_rate(times_s));
}

std::vector<double> frame_times(double duration_s, double sample_rate_hz) {
  std::vector<double> times{0};
  if (!(duration_s > 0)) return times;
  // A rest of less than 1 in 20,000 of an interval is rounding, not a frame.
  const double intervals = std::max(1.0, std::ceil(duration_s * sample_rate_hz - 5e-5));
  for (double frame = 1; frame < intervals; ++frame) times.push_back(frame / sample_rate_hz);
  times.push_back(duration_s);
  return times;
}

}  // namespace skelter
