#include "skelter/runtime/events.h"

#include <algorithm>

namespace skelter {
namespace {

double event_time_s(const ClipView& clip, std::int64_t round, const ClipEvent& event) {
  return static_cast<double>(round) * clip.duration_s + event.time_s;
}

}  // namespace

Status EventStep::validate() const {
  if (clip == nullptr) return Status::invalid_argument;
  PlayTime ignored;
  const Status from = find_play_time(*clip, mode, from_time_s, ignored);
  return from != Status::ok ? from : find_play_time(*clip, mode, to_time_s, ignored);
}

EventCursor::EventCursor(const EventStep& step) {
  if (step.validate() != Status::ok || step.clip->events.empty()) return;
  clip_ = step.clip;
  loops_ = plays_in_loop(*clip_, step.mode);
  backward_ = step.to_time_s < step.from_time_s;
  if (backward_) {
    begin_ = first_event(step.to_time_s, false);
    end_ = first_event(step.from_time_s, step.include_start);
  } else {
    begin_ = first_event(step.from_time_s, !step.include_start);
    end_ = first_event(step.to_time_s, true);
  }
}

EventCursor::Place EventCursor::first_event(double time_s, bool after) const {
  std::int64_t round = 0;
  if (loops_) {
    PlayTime found;
    (void)find_play_time(*clip_, PlayMode::loop, time_s, found);
    round = found.round;
    // At the seam the last events of the round before are at this time, too.
    if (!after && static_cast<double>(round) * clip_->duration_s == time_s) --round;
  }
  const auto events = clip_->events;
  const auto first = std::partition_point(events.begin(), events.end(), [&](const ClipEvent& event) {
    const double at_s = event_time_s(*clip_, round, event);
    return after ? at_s <= time_s : at_s < time_s;
  });
  Place place{round, static_cast<std::uint32_t>(first - events.begin())};
  if (loops_ && place.event == events.size()) place = {round + 1, 0};
  return place;
}

bool EventCursor::next(PassedEvent& out) {
  if (begin_ == end_) return false;
  const std::uint32_t count = static_cast<std::uint32_t>(clip_->events.size());
  Place place = begin_;
  if (backward_) {
    if (end_.event == 0) end_ = {end_.round - 1, count};
    --end_.event;
    place = end_;
  } else if (++begin_.event == count && loops_) {
    begin_ = {begin_.round + 1, 0};
  }
  const ClipEvent& event = clip_->events[place.event];
  out = {place.event, event.name, place.round, event_time_s(*clip_, place.round, event)};
  return true;
}

std::uint64_t EventCursor::count() const {
  if (clip_ == nullptr) return 0;
  return static_cast<std::uint64_t>(
             (end_.round - begin_.round) * static_cast<std::int64_t>(clip_->events.size()) + end_.event) -
         begin_.event;
}

}  // namespace skelter
