#pragma once
// Events: named times of a clip, such as footsteps. Each event fires once per pass, forward and backward, for
// any step size of the game's clock.
//
// Rule. An event of a looping clip happens at the play times
//   cycle * duration_s + time_s        (in double) for every integer cycle, including negative ones;
// in a clip that plays once, only at time_s; in pingpong (Loop::pingpong) at
//   2 * cycle * duration_s + time_s    and, unless it is at an end of the clip, where the direction changes,
//   2 * cycle * duration_s + (2 * duration_s - time_s).
// A step from a to b passes the events with a < time <= b (forward) or b <= time < a (backward): its end is
// included, its start is not. So consecutive steps neither miss nor repeat an event, and pingpong passes each
// event equally often in both directions. The end of one cycle and the start of the next are the same time: a
// character that reaches it passes the events at duration_s and those at 0, each once. Playback that starts
// at 0 has not passed its events at 0; set `include_start` in its first step to get them.

#include <cstdint>

#include "skelter/core/status.h"
#include "skelter/math/play_time.h"

namespace skelter {

struct ClipView;  // runtime/clip.h

struct PassedEvent {
  std::uint32_t event = 0;  // index into ClipView::events
  std::uint32_t name = 0;   // index into the clip's strings
  std::int64_t cycle = 0;   // in pingpong each direction is a cycle, and odd cycles run backward
  double time_s = 0;        // the play time
};

// Iterates over the events of a step in time order. Events at equal times are in the clip's order, with the
// end of a cycle before the start of the next; a backward step reverses this order.
//   for (EventCursor cursor(clip, before_s, now_s); cursor.next(passed);) play_sound(passed.name);
class EventCursor {
 public:
  // The times are play times (play_time.h); `to_time_s` below `from_time_s` runs backward. `include_start`:
  // also passes events exactly at `from_time_s`. No events for times that check_play_time rejects. O(log
  // events).
  EventCursor(const ClipView& clip, double from_time_s, double to_time_s, Loop loop = Loop::as_made,
              bool include_start = false);

  bool next(PassedEvent& out);
  // Number of events left. O(1).
  std::uint64_t count() const;

 private:
  // Event number `event` of period `period`. A period is a cycle; in pingpong it is two, and the events on
  // the way back follow those on the way forward. event == period_events_ occurs only if a clip plays once.
  struct Place {
    std::int64_t period = 0;
    std::uint32_t event = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  std::uint32_t clip_event(std::uint32_t event) const;
  double time_of(const Place& place) const;
  // The first event at or after a play time (strictly after it if `after`).
  Place first_event(double time_s, bool after) const;

  const ClipView* clip_ = nullptr;
  Loop loop_ = Loop::once;
  bool backward_ = false;
  double period_s_ = 0;
  std::uint32_t period_events_ = 0;
  std::uint32_t last_turned_ = 0;  // the first event on the way back: the last one before the clip's end
  Place begin_, end_;              // the remaining range, in time order
};

}  // namespace skelter
