#pragma once
// Places linear keys so that the interpolated values stay within a bound of a curve.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "skelter/scene/scene.h"

namespace skelter {

// The error at `time_s` if there are keys only at `left_s` and `right_s`. left_s < time_s < right_s.
using FitError = std::function<double(double left_s, double right_s, double time_s)>;

struct FitOptions {
  double bound = 0;          // limit of FitError; above 0
  double shortest_s = 1e-4;  // minimum distance of keys
  // Maximum result size, not counting the given times. Intervals that need more get equal parts and miss the
  // bound.
  std::size_t most_keys = 2'000'000;
};

// Per interval of the given times. A turn by half a circle within 1e-6 rad needs 1,600 linear parts.
inline constexpr std::size_t kMaxPartsOfInterval = 2048;

struct FittedTimes {
  std::vector<double> times_s;
  double largest_error = 0;  // measured at seven times between any two neighbours
};

// Returns the given times, plus as many between them as the bound requires. The error is measured at seven
// times between neighbours. An interval with too large an error is split into equal parts, assuming that the
// error falls with the square of their length, as for smooth curves. If the bound is out of reach (a jump),
// keys are `shortest_s` apart and largest_error exceeds the bound. The same applies if an interval needs more
// than kMaxPartsOfInterval parts, or more than its share of `most_keys`. Precondition: times strictly
// increasing, options.bound > 0.
FittedTimes fit_times(std::span<const double> times_s, const FitError& error, const FitOptions& options);

// Converts a channel to linear keys; linear channels stay unchanged. `bound`: the largest difference of a
// number for translations, scales and weights; the angle in radians for rotations. A step becomes two keys,
// `shortest_s` apart. Matrix channels are treated as numbers. `largest_error`: as in FittedTimes.
Channel to_linear_keys(const Channel& channel, const FitOptions& options, double* largest_error = nullptr);

}  // namespace skelter
