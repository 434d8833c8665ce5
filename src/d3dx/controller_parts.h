#pragma once
// Helpers shared by the controller's source files.

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "d3dx/internal/callback_walk.h"
#include "skelter/d3dx/controller.h"

namespace skelter {

// Times closer together than this are equal, because sums of steps differ from the intended time by rounding.
inline constexpr double kTimeRounding_s = 1e-9;

inline Error control_error(std::string_view code, std::string message, std::string object = "controller",
                           Status status = Status::invalid_argument) {
  return {status, code, std::move(message), {{}, 0, {}, std::move(object)}};
}
// Limit for weights. Only their ratios matter, and sums of larger weights could overflow.
inline constexpr double kMaxWeight = 1e100;

inline std::string track_object(std::uint32_t track) {
  return "track " + std::to_string(track);
}

// Returns success if the weight can be mixed.
inline Result<void> check_weight(double weight, std::uint32_t track) {
  if (std::isfinite(weight) && weight > kMaxWeight)
    return control_error("control.bad-weight", "weight above 1e100", track_object(track));
  if (std::isfinite(weight) && weight >= 0) return {};
  return control_error("control.bad-weight", "weight " + std::to_string(weight) + "; expected 0 or more",
                       track_object(track));
}

// A part of a step in which a track moves in one direction with one speed law. Callbacks are found piece by
// piece.
struct Controller::Piece {
  std::uint32_t track = 0;
  std::shared_ptr<const AnimationSet> set;
  SpeedLaw law;
  double begin_s = 0, end_s = 0;  // global time
  double from_s = 0, to_s = 0;    // position
  bool include_start = false;
  CallbackWalk walk;
  std::optional<Callback> pending;
  double pending_s = 0;  // global time of `pending`
  double time_at(double position_s) const;
  void look(bool first);
};

// A curve from 0 to 1: the completed fraction, and its integral from 0.
double curve_ratio(FadeCurve curve, double u);
double curve_integral(FadeCurve curve, double u);

}  // namespace skelter
