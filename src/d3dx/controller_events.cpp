// Keyed events: creating, finding and removing them.
#include <algorithm>
#include <cmath>

#include "d3dx/controller_parts.h"
#include "skelter/d3dx/controller.h"

namespace skelter {
namespace {

Error gone(EventHandle event) {
  const bool none = event == EventHandle::none;
  return control_error("control.no-event",
                       none ? "the handle does not refer to an event" : "the event is over or was removed");
}

Result<void> check_times(double start_s, double duration_s) {
  if (!std::isfinite(start_s))
    return control_error("control.bad-time", "the start of an event is not finite");
  if (!std::isfinite(duration_s) || duration_s < 0)
    return control_error("control.bad-duration",
                         "an event of " + std::to_string(duration_s) + " s; expected 0 or more");
  return {};
}

Result<void> check_value(const EventDescription& event) {
  if (!std::isfinite(event.value))
    return control_error("control.bad-value", "the value of an event is not finite");
  if (event.type == EventType::track_weight)
    if (auto good = check_weight(event.value, event.track); !good) return good;
  if (event.type == EventType::priority_blend && !(event.value >= 0 && event.value <= 1))
    return control_error("control.bad-blend",
                         "priority blend " + std::to_string(event.value) + "; expected 0 to 1");
  return {};
}

std::uint32_t slot_of(EventHandle event) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(event) & 0xFFFFFFFFu) - 1;
}

}  // namespace

EventHandle Controller::handle(std::uint32_t slot) const {
  return static_cast<EventHandle>((events_[slot].order << 32) | (slot + 1));
}

const Controller::Event* Controller::find(EventHandle event) const {
  const std::uint32_t slot = slot_of(event);
  if (event == EventHandle::none || slot >= events_.size()) return nullptr;
  return events_[slot].used && handle(slot) == event ? &events_[slot] : nullptr;
}

void Controller::forget(Event& event) {
  event.used = event.running = false;
}

Result<EventHandle> Controller::key(const EventDescription& description) {
  if (auto fine = check_times(description.start_s, description.duration_s); !fine) return fine.error();
  if (auto fine = check_value(description); !fine) return fine.error();
  if (description.type != EventType::priority_blend)
    if (auto there = ensure_track(description.track); !there) return there.error();
  std::uint32_t slot = 0;
  while (slot < events_.size() && events_[slot].used) ++slot;
  if (slot == events_.size()) {
    if (settings_.limits.events != kGrowable)
      return control_error("control.limit",
                           "all " + std::to_string(settings_.limits.events) +
                               " events are in use; clone the controller with larger limits",
                           "controller", Status::limit_exceeded);
    events_.resize(events_.size() + 1);
    make_room();
  }
  Event& event = events_[slot];
  event.description = description;
  event.description.start_s = std::max(description.start_s, time_s_);
  event.order = events_keyed_++;
  event.used = true;
  return handle(slot);
}

Result<EventHandle> Controller::key_track_speed(std::uint32_t track, double speed, double start_s,
                                                double duration_s, FadeCurve curve) {
  return key({EventType::track_speed, track, start_s, duration_s, curve, speed});
}
Result<EventHandle> Controller::key_track_weight(std::uint32_t track, double weight, double start_s,
                                                 double duration_s, FadeCurve curve) {
  return key({EventType::track_weight, track, start_s, duration_s, curve, weight});
}
Result<EventHandle> Controller::key_track_position(std::uint32_t track, double position_s, double start_s) {
  return key({EventType::track_position, track, start_s, 0, FadeCurve::linear, position_s});
}
Result<EventHandle> Controller::key_track_enabled(std::uint32_t track, bool enabled, double start_s) {
  return key({EventType::track_enable, track, start_s, 0, FadeCurve::linear, enabled ? 1.0 : 0.0});
}
Result<EventHandle> Controller::key_priority_blend(double blend, double start_s, double duration_s,
                                                   FadeCurve curve) {
  return key({EventType::priority_blend, kNone, start_s, duration_s, curve, blend});
}

bool Controller::is_valid(EventHandle event) const {
  return find(event) != nullptr;
}

Result<void> Controller::unkey(EventHandle event) {
  if (find(event) == nullptr) return gone(event);
  forget(events_[slot_of(event)]);
  return {};
}

void Controller::forget_events(std::uint32_t track) {
  for (Event& event : events_)
    if (event.used && event.description.track == track) forget(event);
}

Result<void> Controller::unkey_track_events(std::uint32_t index) {
  if (const auto known = track(index); !known) return known.error();
  forget_events(index);
  return {};
}

void Controller::unkey_priority_blends() {
  forget_events(kNone);
}

EventHandle Controller::current(std::uint32_t track, EventType type) const {
  for (std::uint32_t slot = 0; slot < events_.size(); ++slot) {
    const Event& event = events_[slot];
    if (event.running && event.description.track == track && event.description.type == type)
      return handle(slot);
  }
  return EventHandle::none;
}

EventHandle Controller::current_track_event(std::uint32_t track, EventType type) const {
  return type == EventType::priority_blend ? EventHandle::none : current(track, type);
}
EventHandle Controller::current_priority_blend() const {
  return current(kNone, EventType::priority_blend);
}

// Upcoming events of one track (or of the priority blend) in order: the first one after `previous`.
EventHandle Controller::upcoming(const EventDescription& like, EventHandle previous) const {
  const auto is_before = [](const Event& a, const Event& b) {
    if (a.description.start_s != b.description.start_s) return a.description.start_s < b.description.start_s;
    return a.order < b.order;
  };
  const auto counts = [&](const Event& event) {
    return event.used && !event.running && event.description.track == like.track;
  };
  const Event* after = nullptr;
  if (previous != EventHandle::none) {
    after = find(previous);
    if (after == nullptr || !counts(*after)) return EventHandle::none;
  }
  EventHandle found = EventHandle::none;
  const Event* best = nullptr;
  for (std::uint32_t slot = 0; slot < events_.size(); ++slot) {
    const Event& event = events_[slot];
    if (!counts(event) || (after != nullptr && !is_before(*after, event))) continue;
    if (best != nullptr && !is_before(event, *best)) continue;
    best = &event;
    found = handle(slot);
  }
  return found;
}

EventHandle Controller::upcoming_track_event(std::uint32_t track, EventHandle previous) const {
  if (track >= tracks_.size()) return EventHandle::none;
  EventDescription like;
  like.track = track;
  return upcoming(like, previous);
}
EventHandle Controller::upcoming_priority_blend(EventHandle previous) const {
  return upcoming({}, previous);
}

Result<EventDescription> Controller::describe(EventHandle event) const {
  const Event* found = find(event);
  if (found == nullptr) return gone(event);
  return found->description;
}

}  // namespace skelter
