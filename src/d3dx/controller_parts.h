#pragma once
// Small things that the sources of the controller share.

#include <string>

#include "skelter/d3dx/controller.h"

namespace skelter {

// Two moments closer than this are one: sums of steps differ from the number meant by rounding.
inline constexpr double kTimeRounding_s = 1e-9;

inline Error control_error(std::string_view code, std::string message, std::string object = "controller",
                           Status status = Status::invalid_argument) {
  return {status, code, std::move(message), {{}, 0, {}, std::move(object)}};
}
inline std::string track_object(std::uint32_t track) {
  return "track " + std::to_string(track);
}

// Along a transition, 0 to 1: the share of the way that is done, and its integral from 0.
double transition_ratio(Transition transition, double u);
double transition_integral(Transition transition, double u);

}  // namespace skelter
