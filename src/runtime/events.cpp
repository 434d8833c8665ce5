#include "skelter/runtime/events.h"

#include <algorithm>

#include "skelter/runtime/clip.h"

namespace skelter {

EventCursor::EventCursor(const ClipView& clip, double from_time_s, double to_time_s, Loop loop,
                         bool include_start) {
  if (check_play_time(clip, loop, from_time_s) != Status::ok ||
      check_play_time(clip, loop, to_time_s) != Status::ok || clip.events.empty())
    return;
  clip_ = &clip;
  loop_ = loop_of(*clip_, loop);
  backward_ = to_time_s < from_time_s;
  period_s_ = clip_->duration_s;
  period_events_ = static_cast<std::uint32_t>(clip_->events.size());
  if (loop_ == Loop::pingpong) {
    const auto turned = [&](const ClipEvent& event) {
      return event.time_s > 0 && event.time_s < clip_->duration_s;
    };
    const auto last = std::find_if(clip_->events.rbegin(), clip_->events.rend(), turned);
    last_turned_ = static_cast<std::uint32_t>(clip_->events.rend() - last) - 1;
    period_events_ += static_cast<std::uint32_t>(std::count_if(last, clip_->events.rend(), turned));
    period_s_ *= 2;
  }
  if (backward_) {
    begin_ = first_event(to_time_s, false);
    end_ = first_event(from_time_s, include_start);
  } else {
    begin_ = first_event(from_time_s, !include_start);
    end_ = first_event(to_time_s, true);
  }
}

std::uint32_t EventCursor::clip_event(std::uint32_t event) const {
  const auto count = static_cast<std::uint32_t>(clip_->events.size());
  return event < count ? event : last_turned_ - (event - count);
}

double EventCursor::time_of(const Place& place) const {
  const double at_s = clip_->events[clip_event(place.event)].time_s;
  const double begin_s = static_cast<double>(place.period) * period_s_;
  return begin_s + (place.event < clip_->events.size() ? at_s : period_s_ - at_s);
}

EventCursor::Place EventCursor::first_event(double time_s, bool after) const {
  Place place;
  if (loop_ != Loop::once) {
    place.period = fold_time(time_s, period_s_, Loop::loop).cycle;
    // At the seam the last events of the previous period also have this time.
    if (!after && static_cast<double>(place.period) * period_s_ == time_s) --place.period;
  }
  std::uint32_t count = period_events_;
  while (count > 0) {  // bisection, as in std::partition_point
    const Place middle{place.period, place.event + count / 2};
    const bool before = after ? time_of(middle) <= time_s : time_of(middle) < time_s;
    if (before) place.event = middle.event + 1;
    count = before ? count - count / 2 - 1 : count / 2;
  }
  if (loop_ != Loop::once && place.event == period_events_) place = {place.period + 1, 0};
  return place;
}

bool EventCursor::next(PassedEvent& out) {
  if (begin_ == end_) return false;
  Place place = begin_;
  if (backward_) {
    if (end_.event == 0) end_ = {end_.period - 1, period_events_};
    --end_.event;
    place = end_;
  } else if (++begin_.event == period_events_ && loop_ != Loop::once) {
    begin_ = {begin_.period + 1, 0};
  }
  const std::uint32_t event = clip_event(place.event);
  const bool back = place.event >= clip_->events.size();
  const std::int64_t cycle = loop_ == Loop::pingpong ? 2 * place.period + (back ? 1 : 0) : place.period;
  out = {event, clip_->events[event].name, cycle, time_of(place)};
  return true;
}

std::uint64_t EventCursor::count() const {
  if (clip_ == nullptr) return 0;
  return static_cast<std::uint64_t>(
             (end_.period - begin_.period) * static_cast<std::int64_t>(period_events_) + end_.event) -
         begin_.event;
}

}  // namespace skelter
