// The contents of a controller: outputs, sets and tracks. controller_time.cpp handles time,
// controller_events.cpp events, and controller_mix.cpp mixing.
#include "skelter/d3dx/controller.h"

#include <algorithm>
#include <cmath>

#include "d3dx/controller_parts.h"

namespace skelter {
namespace {

constexpr std::uint32_t kTracksAtFirst = 2;

Result<void> check_limits(const ControllerLimits& limits) {
  const struct {
    const char* what;
    std::uint32_t limit;
  } all[] = {{"outputs", limits.outputs},
             {"sets", limits.sets},
             {"tracks", limits.tracks},
             {"events", limits.events}};
  for (const auto& one : all)
    if (one.limit == 0)
      return control_error("control.bad-limit",
                           std::string("a limit of 0 ") + one.what + "; expected at least 1");
  if (limits.tracks != kGrowable && limits.tracks > kMaxTracks)
    return control_error("control.bad-limit", std::to_string(limits.tracks) + " tracks; expected at most " +
                                                  std::to_string(kMaxTracks));
  return {};
}

Error limit_reached(std::uint32_t limit, const char* what) {
  return control_error("control.limit",
                       "the limit of " + std::to_string(limit) + " " + what +
                           " is reached; clone the controller with larger limits",
                       "controller", Status::limit_exceeded);
}

bool finite_parts(const AffineParts& parts) {
  bool finite = is_finite(parts.translation) && std::isfinite(length(parts.rotation));
  for (const double e : parts.stretch.m) finite = finite && std::isfinite(e);
  return finite;
}

}  // namespace

Result<Controller> Controller::create(const ControllerSettings& settings) {
  if (auto fine = check_limits(settings.limits); !fine) return fine.error();
  return Controller(settings);
}

Controller::Controller(const ControllerSettings& settings) : settings_(settings) {
  tracks_.resize(settings.limits.tracks == kGrowable ? kTracksAtFirst : settings.limits.tracks);
  if (settings.limits.events != kGrowable) events_.resize(settings.limits.events);
  make_room();
}

Controller::Controller(const Controller&) = default;
Controller& Controller::operator=(const Controller&) = default;
Controller::Controller(Controller&&) noexcept = default;
Controller& Controller::operator=(Controller&&) noexcept = default;
Controller::~Controller() = default;

Result<Controller> Controller::clone(const ControllerLimits& limits) const {
  if (auto fine = check_limits(limits); !fine) return fine.error();
  const auto too_small = [](const char* what, std::size_t used, std::uint32_t limit) {
    return control_error(
        "control.limit",
        std::to_string(used) + " " + what + " are in use; the new limit is " + std::to_string(limit),
        "controller", Status::limit_exceeded);
  };
  // Past events leave free slots in a growable list, so only slots up to the last used one count.
  std::size_t event_slots = events_.size();
  while (event_slots > 0 && !events_[event_slots - 1].used) --event_slots;
  const std::size_t tracks_in_use =
      settings_.limits.tracks == kGrowable && limits.tracks == kGrowable ? 0 : tracks_.size();
  if (outputs_.size() > limits.outputs) return too_small("outputs", outputs_.size(), limits.outputs);
  if (sets_.size() > limits.sets) return too_small("sets", sets_.size(), limits.sets);
  if (tracks_in_use > limits.tracks) return too_small("tracks", tracks_in_use, limits.tracks);
  if (event_slots > limits.events) return too_small("events", event_slots, limits.events);
  Controller copy = *this;
  copy.settings_.limits = limits;
  if (limits.tracks != kGrowable) copy.tracks_.resize(limits.tracks);
  copy.events_.resize(limits.events == kGrowable ? event_slots : limits.events);
  copy.in_handler_ = false;
  copy.bind_all();
  return copy;
}

Result<void> Controller::validate() const {
  if (auto fine = check_limits(settings_.limits); !fine) return fine;
  for (const BoundSet& bound : sets_)
    if (auto fine = validate_set(*bound.set); !fine) return fine;
  for (std::uint32_t i = 0; i < outputs_.size(); ++i)
    if (!finite_parts(pose_[i]))
      return control_error("control.not-finite",
                           "the pose is not finite; a set returned numbers that are not finite",
                           "output \"" + outputs_[i].name + "\"");
  return {};
}

// --- outputs -----------------------------------------------------------------------------------------------

Result<std::uint32_t> Controller::register_output(std::string_view name, const AffineParts& rest,
                                                  const OutputTargets& targets) {
  if (name.empty())
    return control_error("control.unnamed-output",
                         "an output has no name; expected the name of its animations");
  const auto known = output_of_name_.find(std::string(name));
  if (known != output_of_name_.end()) {
    outputs_[known->second].rest = rest;
    outputs_[known->second].targets = targets;
    pose_[known->second] = rest;
    return known->second;
  }
  if (outputs_.size() >= settings_.limits.outputs) return limit_reached(settings_.limits.outputs, "outputs");
  outputs_.push_back({std::string(name), rest, targets});
  pose_.push_back(rest);
  const std::uint32_t index = output_count() - 1;
  output_of_name_.emplace(std::string(name), index);
  for (BoundSet& bound : sets_) bound.animation_of_output.push_back(bound.set->find_animation(name));
  return index;
}

std::uint32_t Controller::find_output(std::string_view name, NameMatch match) const {
  const auto known = output_of_name_.find(std::string(name));
  if (known != output_of_name_.end()) return known->second;
  if (match == NameMatch::ignore_case)
    for (std::uint32_t i = 0; i < outputs_.size(); ++i)
      if (same_name(outputs_[i].name, name, match)) return i;
  return kNone;
}

void Controller::write_targets(std::span<const AffineParts> pose) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const OutputTargets& targets = outputs_[i].targets;
    const AffineParts& parts = pose[i];
    const Mat3d& s = parts.stretch;
    if (targets.matrix != nullptr) *targets.matrix = to_float(compose(parts));
    if (targets.scale != nullptr) *targets.scale = to_float(Vec3d{s(0, 0), s(1, 1), s(2, 2)});
    if (targets.rotation != nullptr) *targets.rotation = to_float(parts.rotation);
    if (targets.translation != nullptr) *targets.translation = to_float(parts.translation);
  }
}

// --- sets --------------------------------------------------------------------------------------------------

Result<std::uint32_t> Controller::register_set(std::shared_ptr<const AnimationSet> set) {
  if (set == nullptr) return control_error("control.no-set", "no set was given");
  if (bound(set.get()) != nullptr)
    return control_error("control.set-twice", "is already registered",
                         "set \"" + std::string(set->name()) + "\"");
  if (auto fine = validate_set(*set); !fine) return fine.error();
  if (sets_.size() >= settings_.limits.sets) return limit_reached(settings_.limits.sets, "sets");
  sets_.push_back({std::move(set), {}, 0, 0});
  bind(sets_.back());
  make_room();
  return set_count() - 1;
}

Result<void> Controller::unregister_set(std::uint32_t index) {
  const auto known = set(index);
  if (!known) return known.error();
  for (TrackState& state : tracks_)
    if (state.track.set == *known) state.track.set = nullptr;
  sets_.erase(sets_.begin() + index);
  return {};
}

Result<std::shared_ptr<const AnimationSet>> Controller::set(std::uint32_t index) const {
  if (index < sets_.size()) return sets_[index].set;
  return control_error("control.unknown-set",
                       "no set " + std::to_string(index) + "; there are " + std::to_string(sets_.size()));
}

std::string Controller::known_sets() const {
  std::string text;
  for (std::uint32_t i = 0; i < sets_.size(); ++i) {
    const std::string name(sets_[i].set->name());
    text += (i == 0 ? "" : ", ") + (name.empty() ? "#" + std::to_string(i) : "\"" + name + "\"");
  }
  return text.empty() ? "there are no sets" : "expected one of " + text;
}

Result<std::uint32_t> Controller::choose_set(std::string_view name, NameMatch match) const {
  for (std::uint32_t i = 0; i < sets_.size(); ++i)
    if (sets_[i].set->name() == name) return i;
  if (match == NameMatch::ignore_case)
    for (std::uint32_t i = 0; i < sets_.size(); ++i)
      if (same_name(sets_[i].set->name(), name, match)) return i;
  // Unnamed sets are found by their index, as shown in lists.
  for (std::uint32_t i = 0; i < sets_.size(); ++i)
    if (sets_[i].set->name().empty() && name == "#" + std::to_string(i)) return i;
  return control_error("control.unknown-set",
                       "no set is named \"" + std::string(name) + "\"; " + known_sets());
}

const Controller::BoundSet* Controller::bound(const AnimationSet* set) const {
  const auto at =
      std::find_if(sets_.begin(), sets_.end(), [&](const BoundSet& b) { return b.set.get() == set; });
  return at == sets_.end() ? nullptr : &*at;
}

void Controller::bind(BoundSet& bound) const {
  bound.revision = bound.set->revision();
  bound.animations = bound.set->animation_count();
  bound.animation_of_output.assign(outputs_.size(), kNone);
  for (std::uint32_t i = bound.animations;
       i-- > 0;) {  // backward, so that the first animation with a name wins
    const auto output = output_of_name_.find(std::string(bound.set->animation_name(i)));
    if (output != output_of_name_.end()) bound.animation_of_output[output->second] = i;
  }
}

void Controller::bind_all() {
  for (BoundSet& bound : sets_) bind(bound);
  make_room();
}

// Reserves space for everything that a step may need, so that advance() allocates nothing.
void Controller::make_room() {
  std::uint32_t animations = 0, blocks = 0;
  for (const BoundSet& bound : sets_) {
    animations = std::max(animations, bound.set->animation_count());
    blocks = std::max(blocks, bound.set->scratch_blocks());
  }
  for (TrackState& state : tracks_)
    state.sampled.resize(std::max<std::size_t>(animations, state.sampled.size()));
  scratch_.resize(std::max<std::size_t>(blocks, scratch_.size()));
  // A track has one piece plus one for each start and end of an event, and each piece may change direction
  // once.
  pieces_.reserve(2 * (tracks_.size() + 2 * events_.size()));
}

// --- tracks ------------------------------------------------------------------------------------------------

Result<void> Controller::ensure_track(std::uint32_t track) {
  if (track < tracks_.size()) return {};
  const bool growable = settings_.limits.tracks == kGrowable;
  if (!growable || track >= kMaxTracks)
    return control_error("control.unknown-track",
                         "there is no such track; expected less than " +
                             std::to_string(growable ? kMaxTracks : settings_.limits.tracks),
                         track_object(track), Status::limit_exceeded);
  tracks_.resize(track + 1);
  make_room();
  return {};
}

Result<Track> Controller::track(std::uint32_t track) const {
  if (track < tracks_.size()) return tracks_[track].track;
  return control_error("control.unknown-track",
                       "there is no such track; expected less than " + std::to_string(tracks_.size()),
                       track_object(track));
}

void Controller::put_set(std::uint32_t track, std::uint32_t set) {
  Track& changed = tracks_[track].track;
  changed.set = set == kNone ? nullptr : sets_[set].set;
  if (settings_.mode == ControllerMode::d3dx) return;
  changed.position_s = 0;
  tracks_[track].at_start = true;
}

Result<void> Controller::set_track_set(std::uint32_t track, std::uint32_t index) {
  if (index != kNone)
    if (const auto known = set(index); !known) return known.error();
  if (auto there = ensure_track(track); !there) return there;
  put_set(track, index);
  return {};
}

Result<void> Controller::set_track_position(std::uint32_t track, double position_s) {
  if (!std::isfinite(position_s))
    return control_error("control.bad-position", "a position is not finite", track_object(track));
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.position_s = position_s;
  tracks_[track].at_start = true;
  return {};
}

Result<void> Controller::set_track_speed(std::uint32_t track, double speed) {
  if (!std::isfinite(speed))
    return control_error("control.bad-speed", "a speed is not finite", track_object(track));
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.speed = speed;
  return {};
}

Result<void> Controller::set_track_weight(std::uint32_t track, double weight) {
  if (auto good = check_weight(weight, track); !good) return good;
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.weight = weight;
  return {};
}

Result<void> Controller::set_track_enabled(std::uint32_t track, bool enabled) {
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.enabled = enabled;
  return {};
}

Result<void> Controller::set_track_priority(std::uint32_t track, Priority priority) {
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.priority = priority;
  return {};
}

Result<void> Controller::set_track_playback(std::uint32_t track, std::optional<Loop> playback) {
  if (auto there = ensure_track(track); !there) return there;
  tracks_[track].track.playback = playback;
  return {};
}

Result<void> Controller::play(std::string_view name, bool restart, NameMatch match, std::uint32_t track) {
  const auto index = choose_set(name, match);
  if (!index) return index.error();
  if (auto there = ensure_track(track); !there) return there;
  const double position_s = tracks_[track].track.position_s;
  const bool at_start = tracks_[track].at_start;
  put_set(track, *index);
  tracks_[track].track.enabled = true;
  tracks_[track].track.position_s = restart ? 0 : position_s;
  tracks_[track].at_start = restart || at_start;
  return {};
}

Result<void> Controller::crossfade(std::uint32_t from_track, std::uint32_t to_track, std::uint32_t set_index,
                                   double seconds, const CrossfadeSettings& settings) {
  if (from_track == to_track)
    return control_error("control.same-track", "a track cannot fade to itself", track_object(from_track));
  if (!std::isfinite(seconds) || seconds < 0)
    return control_error("control.bad-duration",
                         "a fade of " + std::to_string(seconds) + " s; expected 0 or more");
  if (!std::isfinite(settings.position_s) || !std::isfinite(settings.speed))
    return control_error("control.bad-position", "a position or speed is not finite", track_object(to_track));
  if (auto good = check_weight(settings.weight, to_track); !good) return good;
  if (const auto known = set(set_index); !known) return known.error();
  for (const std::uint32_t track : {from_track, to_track})
    if (auto there = ensure_track(track); !there) return there;
  // The fade needs up to five events. Events of the two tracks do not count, because they are removed below.
  std::uint32_t taken = 0;
  for (const Event& event : events_)
    taken +=
        event.used && event.description.track != from_track && event.description.track != to_track ? 1 : 0;
  const std::uint32_t needed = seconds > 0 ? (settings.fade_speeds ? 5u : 3u) : 0u;
  if (settings_.limits.events != kGrowable && taken + needed > settings_.limits.events)
    return limit_reached(settings_.limits.events, "events");

  forget_events(from_track);
  forget_events(to_track);
  put_set(to_track, set_index);
  TrackState& state = tracks_[to_track];
  state.track.position_s = settings.position_s;
  state.at_start = true;
  state.track.enabled = true;
  state.track.speed = settings.speed;
  if (seconds == 0) {
    state.track.weight = settings.weight;
    tracks_[from_track].track.enabled = false;
    return {};
  }
  state.track.weight = 0;
  const double end_s = time_s_ + seconds;
  (void)key_track_weight(to_track, settings.weight, time_s_, seconds, settings.curve);
  (void)key_track_weight(from_track, 0, time_s_, seconds, settings.curve);
  (void)key_track_enabled(from_track, false, end_s);
  if (settings.fade_speeds) {
    tracks_[to_track].track.speed = 0;
    (void)key_track_speed(to_track, settings.speed, time_s_, seconds, settings.curve);
    (void)key_track_speed(from_track, 0, time_s_, seconds, settings.curve);
  }
  return {};
}

Result<void> Controller::set_priority_blend(double blend) {
  if (!(blend >= 0 && blend <= 1))
    return control_error("control.bad-blend",
                         "priority blend " + std::to_string(blend) + "; expected 0 to 1");
  priority_blend_ = blend;
  return {};
}

}  // namespace skelter
