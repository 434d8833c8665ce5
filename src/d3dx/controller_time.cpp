// Time: steps, the events in them, and the movement of tracks.
#include <algorithm>
#include <cmath>

#include "d3dx/controller_parts.h"
#include "skelter/d3dx/animation_set.h"
#include "skelter/d3dx/controller.h"

namespace skelter {

double curve_ratio(FadeCurve curve, double u) {
  switch (curve) {
    case FadeCurve::linear:
      return u;
    case FadeCurve::in:
      return u * u;
    case FadeCurve::out:
      return u * (2 - u);
    case FadeCurve::smooth:
      break;
  }
  return u * u * (3 - 2 * u);
}

double curve_integral(FadeCurve curve, double u) {
  switch (curve) {
    case FadeCurve::linear:
      return u * u / 2;
    case FadeCurve::in:
      return u * u * u / 3;
    case FadeCurve::out:
      return u * u * (1 - u / 3);
    case FadeCurve::smooth:
      break;
  }
  return u * u * u * (1 - u / 2);
}

namespace {

// The root of a monotonic function that changes its sign between a and b.
template <class Function>
double bisect(double a, double b, Function value) {
  const bool rising = value(b) > 0;
  for (int i = 0; i < 80 && b - a > 0; ++i) {
    const double middle = a + (b - a) / 2;
    if (middle == a || middle == b) break;
    if ((value(middle) > 0) == rising)
      b = middle;
    else
      a = middle;
  }
  return b;
}

}  // namespace

double Controller::SpeedLaw::speed_at(double time_s) const {
  if (!ramp) return from;
  return from + (to - from) * curve_ratio(curve, (time_s - start_s) / duration_s);
}

double Controller::SpeedLaw::way(double begin_s, double end_s) const {
  if (!ramp) return from * (end_s - begin_s);
  const double u0 = (begin_s - start_s) / duration_s, u1 = (end_s - start_s) / duration_s;
  return duration_s *
         (from * (u1 - u0) + (to - from) * (curve_integral(curve, u1) - curve_integral(curve, u0)));
}

double Controller::Piece::time_at(double position_s) const {
  if (to_s == from_s) return begin_s;
  if (!law.ramp) return std::clamp(begin_s + (position_s - from_s) / law.from, begin_s, end_s);
  const double sign = to_s > from_s ? 1 : -1;
  return bisect(begin_s, end_s,
                [&](double time_s) { return sign * (from_s + law.way(begin_s, time_s) - position_s); });
}

// --- the step ----------------------------------------------------------------------------------------------

Result<void> Controller::advance(double dt_s, const std::function<Result<void>(const Callback&)>& handler) {
  if (!std::isfinite(dt_s) || dt_s < 0)
    return control_error("control.bad-step", "a step of " + std::to_string(dt_s) + " s; expected 0 or more");
  if (!std::isfinite(time_s_ + dt_s))
    return control_error("control.bad-step", "the step exceeds the range of clip times");
  if (in_handler_)
    return control_error("control.step-in-handler",
                         "a callback handler called advance(); call it after the handler has returned");
  if (std::any_of(sets_.begin(), sets_.end(), [](const BoundSet& bound) { return bound.changed(); }))
    bind_all();
  pieces_.clear();
  run_to(time_s_ + dt_s, static_cast<bool>(handler));
  evaluate();
  return handler ? report(handler) : Result<void>();
}

std::vector<AffineParts> Controller::pose_after(double dt_s) const {
  Controller ahead = *this;
  ahead.in_handler_ = false;
  for (Output& output : ahead.outputs_) output.targets = {};
  (void)ahead.advance(dt_s);
  return ahead.pose_;
}

void Controller::run_to(double end_s, bool recorded) {
  start_events(time_s_);
  while (time_s_ < end_s) {
    const double next_s = next_change(end_s);
    move_tracks(time_s_, next_s, recorded);
    time_s_ = next_s;
    update_ramps(time_s_);
    start_events(time_s_);
  }
  // A step of length 0, so that tracks that were moved without playing also fire the callbacks at their
  // position.
  move_tracks(time_s_, time_s_, recorded);
}

// The next time at which an event starts or ends, at most the end of the step. All events that are due now
// have been processed.
double Controller::next_change(double end_s) const {
  double next_s = end_s;
  for (const Event& event : events_) {
    if (!event.used) continue;
    const EventDescription& d = event.description;
    next_s = std::min(next_s, event.running ? d.start_s + d.duration_s : d.start_s);
  }
  return std::max(next_s, time_s_);
}

// Starts due events, in order of start time and keying.
void Controller::start_events(double now_s) {
  while (true) {
    Event* due = nullptr;
    for (Event& event : events_) {
      if (!event.used || event.running || event.description.start_s > now_s + kTimeRounding_s) continue;
      const bool before = due == nullptr || event.description.start_s < due->description.start_s ||
                          (event.description.start_s == due->description.start_s && event.order < due->order);
      if (before) due = &event;
    }
    if (due == nullptr) return;
    start(*due, now_s);
  }
}

void Controller::start(Event& event, double now_s) {
  const EventDescription& d = event.description;
  // A running ramp is replaced by the new one, which starts from its current value.
  for (Event& other : events_)
    if (other.running && other.description.track == d.track && other.description.type == d.type)
      forget(other);
  if (d.duration_s <= 0) {
    set_value(d, d.value);
    forget(event);
    return;
  }
  event.running = true;
  event.from = value_of(d);
  if (now_s + kTimeRounding_s >= d.start_s + d.duration_s) update_ramps(now_s);
}

// Sets the values of ramps for a time, and ends ramps that are complete.
void Controller::update_ramps(double now_s) {
  for (Event& event : events_) {
    if (!event.running) continue;
    const EventDescription& d = event.description;
    if (now_s + kTimeRounding_s >= d.start_s + d.duration_s) {
      set_value(d, d.value);
      forget(event);
      continue;
    }
    const double u = std::clamp((now_s - d.start_s) / d.duration_s, 0.0, 1.0);
    set_value(d, event.from + (d.value - event.from) * curve_ratio(d.curve, u));
  }
}

double Controller::value_of(const EventDescription& description) const {
  if (description.type == EventType::priority_blend) return priority_blend_;
  const Track& track = tracks_[description.track].track;
  return description.type == EventType::track_speed ? track.speed : track.weight;
}

void Controller::set_value(const EventDescription& description, double value) {
  if (description.type == EventType::priority_blend) {
    priority_blend_ = value;
    return;
  }
  TrackState& state = tracks_[description.track];
  switch (description.type) {
    case EventType::track_speed:
      state.track.speed = value;
      break;
    case EventType::track_weight:
      state.track.weight = value;
      break;
    case EventType::track_position:
      state.track.position_s = value;
      state.at_start = true;
      break;
    case EventType::track_enable:
      state.track.enabled = value != 0;
      break;
    case EventType::priority_blend:
      break;
  }
}

// --- movement of tracks ------------------------------------------------------------------------------------

Controller::SpeedLaw Controller::law_of(std::uint32_t track) const {
  for (const Event& event : events_)
    if (event.running && event.description.track == track && event.description.type == EventType::track_speed)
      return {true,       event.description.start_s, event.description.duration_s,
              event.from, event.description.value,   event.description.curve};
  SpeedLaw constant;
  constant.from = tracks_[track].track.speed;
  return constant;
}

void Controller::move_tracks(double begin_s, double end_s, bool recorded) {
  for (std::uint32_t track = 0; track < tracks_.size(); ++track)
    if (tracks_[track].track.enabled) move_track(track, begin_s, end_s, recorded);
}

void Controller::move_track(std::uint32_t track, double begin_s, double end_s, bool recorded) {
  const SpeedLaw law = law_of(track);
  // A ramp that changes its direction is split at that time, so that each piece has one direction.
  double turn_s = end_s;
  if (law.ramp && law.speed_at(begin_s) * law.speed_at(end_s) < 0)
    turn_s = bisect(begin_s, end_s, [&](double time_s) { return law.speed_at(time_s); });
  go(track, law, begin_s, turn_s, recorded);
  if (turn_s < end_s) go(track, law, turn_s, end_s, recorded);
}

// Moves a track along one piece, during which the speed keeps its sign.
void Controller::go(std::uint32_t track, const SpeedLaw& law, double begin_s, double end_s, bool recorded) {
  TrackState& state = tracks_[track];
  const double from_s = state.track.position_s;
  state.track.position_s = from_s + law.way(begin_s, end_s);
  if (state.track.set == nullptr) return;
  const bool at_start = state.at_start;
  state.at_start = false;
  if (!recorded || state.track.set->callback_keys().empty()) return;
  if (from_s == state.track.position_s && !at_start) return;
  Piece piece;
  piece.track = track;
  piece.law = law;
  piece.begin_s = begin_s;
  piece.end_s = end_s;
  piece.from_s = from_s;
  piece.to_s = state.track.position_s;
  piece.include_start = at_start;
  record(std::move(piece));
}

// Continues the last piece of the track if possible, so that the number of pieces is bounded.
void Controller::record(Piece piece) {
  const auto last =
      std::find_if(pieces_.rbegin(), pieces_.rend(), [&](const Piece& p) { return p.track == piece.track; });
  const bool continues = last != pieces_.rend() && !piece.include_start && last->law == piece.law &&
                         last->end_s == piece.begin_s && last->to_s == piece.from_s &&
                         last->to_s != last->from_s &&
                         (last->to_s > last->from_s) == (piece.to_s > piece.from_s);
  if (continues) {
    last->end_s = piece.end_s;
    last->to_s = piece.to_s;
    return;
  }
  const Track& track = tracks_[piece.track].track;
  piece.set = track.set;
  piece.walk = CallbackWalk(track.set->callback_keys(), track.set->period_s(),
                            track.playback.value_or(track.set->playback()));
  pieces_.push_back(std::move(piece));
}

void Controller::reset_time() {
  for (Event& event : events_)
    if (event.used) event.description.start_s -= time_s_;
  time_s_ = 0;
}

void Controller::rewind_tracks() {
  for (TrackState& state : tracks_) {
    state.track.position_s = 0;
    state.at_start = true;
  }
}

}  // namespace skelter
