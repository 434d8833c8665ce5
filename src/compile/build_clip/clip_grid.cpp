#include "compile/build_clip/clip_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>

namespace skelter {
namespace {

// Largest distance of a key from the grid, in intervals. Exporters round times to milliseconds or to floats.
constexpr double kOnGrid = 1e-3;
// See highest_useful_rate.
constexpr double kFewFrames = 10'000, kMaxFramesPerKey = 4;

double share_on_grid(const KeyTimes& keys, double rate_hz) {
  std::size_t hits = 0, all = 0;
  for (std::size_t i = 0; i < keys.times_s.size(); ++i) {
    const double frame = keys.times_s[i] * rate_hz;
    if (std::abs(frame - std::floor(frame + 0.5)) <= kOnGrid) hits += keys.keys[i];
    all += keys.keys[i];
  }
  return static_cast<double>(hits) / static_cast<double>(all);
}

// Returns the most frequent distance between neighbouring distinct times, rounded to microseconds. If several
// are equally frequent, returns the smallest.
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
  // Averages the exact distances that round to the most frequent one.
  double sum = 0;
  for (std::size_t i = 1; i < distinct_s.size(); ++i) {
    const double gap = distinct_s[i] - distinct_s[i - 1];
    if (std::llround(gap * 1e6) == usual) sum += gap;
  }
  return sum / static_cast<double>(most);
}

// Greatest common divisor of the key times in ticks, if all keys are at integer ticks.
double common_ticks(const std::vector<double>& distinct_s, double ticks_per_second) {
  std::int64_t divisor = 0;
  for (const double t : distinct_s)
    divisor = std::gcd(divisor, static_cast<std::int64_t>(std::llround(t * ticks_per_second)));
  return static_cast<double>(divisor);
}

}  // namespace

KeyTimes key_times(std::vector<double> times_s) {
  if (!std::is_sorted(times_s.begin(), times_s.end())) std::sort(times_s.begin(), times_s.end());
  KeyTimes keys;
  for (const double t : times_s) {
    if (keys.times_s.empty() || keys.times_s.back() != t) {
      keys.times_s.push_back(t);
      keys.keys.push_back(0);
    }
    ++keys.keys.back();
  }
  return keys;
}

KeyTimes merged(const KeyTimes& a, const KeyTimes& b) {
  KeyTimes both;
  for (std::size_t i = 0, k = 0; i < a.times_s.size() || k < b.times_s.size();) {
    const bool of_a = k == b.times_s.size() || (i < a.times_s.size() && a.times_s[i] <= b.times_s[k]);
    const bool of_b = i == a.times_s.size() || (k < b.times_s.size() && b.times_s[k] <= a.times_s[i]);
    both.times_s.push_back(of_a ? a.times_s[i] : b.times_s[k]);
    both.keys.push_back((of_a ? a.keys[i] : 0) + (of_b ? b.keys[k] : 0));
    i += of_a ? 1 : 0;
    k += of_b ? 1 : 0;
  }
  return both;
}

double highest_useful_rate(const KeyTimes& keys) {
  const std::vector<double>& distinct = keys.times_s;
  if (distinct.empty() || !(distinct.back() > 0)) return std::numeric_limits<double>::infinity();
  return std::max(kFewFrames, kMaxFramesPerKey * static_cast<double>(distinct.size())) / distinct.back();
}

double detect_sample_rate(const KeyTimes& keys, double ticks_per_second) {
  std::vector<double> distinct = keys.times_s;
  if (distinct.empty()) return 30;
  if (distinct.front() != 0) distinct.insert(distinct.begin(), 0);
  if (distinct.size() < 2) return 30;

  std::vector<double> rates{1, 2, 4, 5, 6, 8, 10, 12, 12.5, 15, 16, 20, 24, 25, 30, 48, 50, 60, 100, 120};
  // Skips a rate that is close to a common one, because it was computed from rounded times.
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
  // Also tries one, two and three intervals from time 0 to the last key.
  for (const double parts : {1.0, 2.0, 3.0}) add_rate(parts / distinct.back());
  std::sort(rates.begin(), rates.end());
  for (const double rate : rates)
    if (share_on_grid(keys, rate) >= 0.97) return rate;
  return std::min(gap_s > 0 ? std::min(1 / gap_s, 60.0) : 30, highest_useful_rate(keys));
}

std::vector<double> frame_times(double duration_s, double sample_rate_hz) {
  std::vector<double> times{0};
  if (!(duration_s > 0)) return times;
  // A remainder of less than 1 in 20,000 of an interval comes from rounding and is not a frame.
  const double intervals = std::max(1.0, std::ceil(duration_s * sample_rate_hz - 5e-5));
  for (double frame = 1; frame < intervals; ++frame) times.push_back(frame / sample_rate_hz);
  times.push_back(duration_s);
  return times;
}

}  // namespace skelter
