#pragma once
// Small things that the sources of the controller share.

#include <cmath>
#include <string>

#include "skelter/d3dx/controller.h"

namespace skelter {

// Two moments closer than this are one: sums of steps differ from the number meant by rounding.
inline constexpr double kTimeRounding_s = 1e-9;

inline Error control_error(std::string_view code, std::string message, std::string object = "controller",
                           Status status = Status::invalid_argument) {
  return {status, code, std::move(message), {{}, 0, {}, std::move(object)}};
}
// Only ratios matter; sums of more would pass what numbers can hold.
inline constexpr double kMostWeight = 1e100;

inline std::string track_object(std::uint32_t track) {
  return "track " + std::to_string(track);
}

// Nothing for a weight that mixes.
inline Result<void> check_weight(double weight, std::uint32_t track) {
  if (std::isfinite(weight) && weight > kMostWeight)
    return control_error("control.bad-weight", "weight above 1e100", track_object(track));
  if (std::isfinite(weight) && weight >= 0) return {};
  return control_error("control.bad-weight", "weight " + std::to_string(weight) + "; expected 0 or more",
                       track_object(track));
}

// Along a transition, 0 to 1: the share of the way that is done, and its integral from 0.
double transition_ratio(Transition transition, double u);
double transition_integral(Transition transition, double u);

}  // namespace skelter
