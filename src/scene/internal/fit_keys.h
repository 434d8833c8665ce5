#pragma once
// Curves to keys within a bound: where to put linear keys so that what lies between them follows a curve.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// How far, at `time_s`, the curve is from what plays there with keys at `left_s` and `right_s` alone.
// left_s < time_s < right_s.
using FitError = std::function<double(double left_s, double right_s, double time_s)>;

struct FitOptions {
  double bound = 0;          // what FitError may reach; above 0
  double shortest_s = 1e-4;  // keys are not set closer than this
  // Of the result, beyond one per given time. What asks for more gets equal parts and misses the bound.
  std::size_t most_keys = 2'000'000;
};

// Between two of the given times: a turn by half a circle within 1e-6 rad needs 1,600 straight parts.
inline constexpr std::size_t kMostPartsOfInterval = 2048;

struct FittedTimes {
  std::vector<double> times_s;
  double largest_error = 0;  // seen at seven moments between any two of the times
};

// The given times and as many between them as the bound asks for. The error is judged at seven moments
// between neighbours, and an interval that is too far off is cut into equal parts, as many as would do if the
// error fell with the square of their length, as that of smooth curves does. Where the bound is out of reach
// (a jump), keys are `shortest_s` apart and largest_error says so; as it does where an interval would need
// more than kMostPartsOfInterval parts, or its share of `most_keys`. Precondition: times strictly increasing,
// options.bound > 0.
FittedTimes fit_times(std::span<const double> times_s, const FitError& error, const FitOptions& options);

// The channel with linear keys: itself when it is linear, steps and cubic curves else. `bound`: of
// translations, scales and weights the largest difference of a number, of rotations the angle in radians. A
// step becomes two keys, `shortest_s` apart. Matrix channels: numbers, as they are. `largest_error`: as that
// of FittedTimes.
Channel to_linear_keys(const Channel& channel, const FitOptions& options, double* largest_error = nullptr);

}  // namespace skelter
