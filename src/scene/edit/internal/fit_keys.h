#pragma once
// Places linear keys so that the interpolated values stay within a bound of a curve.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// Returns the error at `time_s` if there are keys only at `left_s` and `right_s`, where left_s < time_s <
// right_s.
using FitError = std::function<double(double left_s, double right_s, double time_s)>;

struct FitOptions {
  double bound = 0;          // maximum FitError; above 0
  double shortest_s = 1e-4;  // minimum distance between keys
  // Maximum number of times in the result, in addition to the given times. Intervals that need more are split
  // into equal parts and miss the bound.
  std::size_t most_keys = 2'000'000;
};

// Limit for each interval of the given times. A half turn within 1e-6 rad needs 1,600 linear parts.
inline constexpr std::size_t kMaxPartsOfInterval = 2048;

struct FittedTimes {
  std::vector<double> times_s;
  double largest_error = 0;  // measured at seven times between neighbouring keys
};

// Returns the given times, plus as many times between them as the bound requires. The error is measured at
// seven times between neighbours. An interval with too large an error is split into equal parts, assuming
// that the error falls with the square of the interval length, as for smooth curves. If the bound cannot be
// met (at a jump), keys are `shortest_s` apart and largest_error exceeds the bound. The same happens if an
// interval needs more than kMaxPartsOfInterval parts, or more than its share of `most_keys`. Precondition:
// times strictly increasing, options.bound > 0.
FittedTimes fit_times(std::span<const double> times_s, const FitError& error, const FitOptions& options);

// Converts a channel to linear keys. Linear channels stay unchanged. `bound`: for translations, scales and
// weights the largest difference of a component; for rotations the angle in radians. A step becomes two keys,
// `shortest_s` apart. Matrix channels are treated as numbers. `largest_error`: as in FittedTimes.
Channel to_linear_keys(const Channel& channel, const FitOptions& options, double* largest_error = nullptr);

}  // namespace skelter
