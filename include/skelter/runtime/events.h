#pragma once
// Events: named moments of a clip, such as footsteps. Each is passed once per pass, however large or small
// the steps of the game's clock are, forward and backward.
//
// The rule. An event of a looping clip happens at the play times
//   round * duration_s + time_s        (in double) for every whole round, also below 0;
// in a clip that plays once only at time_s; there and back again (Loop::pingpong) at
//   2 * round * duration_s + time_s    and, unless it is at an end of the clip, where it turns,
//   2 * round * duration_s + (2 * duration_s - time_s).
// A step from a to b passes the events with a < time <= b
// (forward), or b <= time < a (backward): where it arrives, not where it leaves. So consecutive steps neither
// miss nor repeat an event, and there and back again passes each as often one way as the other. The end of
// one round and the beginning of the next are one moment: a character that reaches it passes the events at
// duration_s and those at 0, each once. A play that starts at 0 has not reached its events at 0; ask for them
// with `include_start` in its first step.

#include <cstdint>

#include "skelter/core/status.h"
#include "skelter/runtime/clip.h"

namespace skelter {

struct EventStep {
  const ClipView* clip = nullptr;
  double from_time_s = 0;  // play times: any finite numbers, see play_time.h
  double to_time_s = 0;    // before `from`: backward
  Loop loop = Loop::as_made;
  bool include_start = false;  // events exactly at `from`, too
  // invalid_argument: no clip, or a time that is not finite; limit_exceeded: see kMaxRounds.
  Status validate() const;
};

struct PassedEvent {
  std::uint32_t event = 0;  // index into ClipView::events
  std::uint32_t name = 0;   // index into the clip's strings
  std::int64_t round = 0;   // of pingpong each way is a round, every second one goes back
  double time_s = 0;        // the play time
};

// Gives the events of a step one after the other, in the order they are passed: by time; at one time in the
// order of the clip, the end of a round before the beginning of the next; backward in reverse.
//   for (EventCursor cursor({&clip, before_s, now_s}); cursor.next(passed);) play_sound(passed.name);
class EventCursor {
 public:
  // A step that is not valid has no events. O(log events).
  explicit EventCursor(const EventStep& step);

  bool next(PassedEvent& out);
  // How many are left. O(1).
  std::uint64_t count() const;

 private:
  // Number `event` of period `period`: of a round, or of a way there and back, where those of the way back
  // follow those of the way there. event == period_events_ only where a clip plays once.
  struct Place {
    std::int64_t period = 0;
    std::uint32_t event = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  std::uint32_t clip_event(std::uint32_t event) const;
  double time_of(const Place& place) const;
  // The first event at or after (`after`: only after) a play time.
  Place first_event(double time_s, bool after) const;

  const ClipView* clip_ = nullptr;
  Loop loop_ = Loop::once;
  bool backward_ = false;
  double period_s_ = 0;
  std::uint32_t period_events_ = 0;
  std::uint32_t last_turned_ = 0;  // the first event on the way back: the last one before the clip's end
  Place begin_, end_;              // what is left, in the order of time
};

}  // namespace skelter
