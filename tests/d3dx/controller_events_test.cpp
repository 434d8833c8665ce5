// Keyed events: section 3.4 of d3dx-behaviour.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "d3dx/sets.h"

namespace skelter {
namespace {

using test::make_controller_of;
using test::must;
using test::run_to;
using test::said;
using test::still_at;
using test::x_of;

double weight(const Controller& controller, std::uint32_t track = 0) {
  return must(controller.track(track)).weight;
}

Controller two_tracks() {
  return make_controller_of({run_to("walk", 4), run_to("run", 8)});
}

TEST(ControllerEvents, transitions_have_the_values_of_the_table) {
  for (const auto& [u, eased] : {std::pair{0.25, 0.15625}, {0.5, 0.5}, {0.75, 0.84375}, {1.0, 1.0}}) {
    Controller controller = two_tracks();
    must(controller.set_track_weight(0, 0));
    must(controller.set_track_weight(1, 0));
    must(controller.key_track_weight(0, 1, 0, 1, FadeCurve::smooth));
    must(controller.key_track_weight(1, 1, 0, 1, FadeCurve::linear));
    must(controller.advance(u));
    EXPECT_NEAR(weight(controller, 0), eased, 1e-12);
    EXPECT_NEAR(weight(controller, 1), u, 1e-12);
  }
}

TEST(ControllerEvents, an_event_is_upcoming_then_current_then_gone) {
  Controller controller = two_tracks();
  const EventHandle event = must(controller.key_track_weight(0, 0, 1, 1));
  ASSERT_NE(event, EventHandle::none);
  EXPECT_TRUE(controller.is_valid(event));
  EXPECT_EQ(controller.upcoming_track_event(0), event);
  EXPECT_EQ(controller.current_track_event(0, EventType::track_weight), EventHandle::none);
  must(controller.advance(1.5));
  EXPECT_TRUE(controller.is_valid(event));
  EXPECT_EQ(controller.upcoming_track_event(0), EventHandle::none);
  EXPECT_EQ(controller.current_track_event(0, EventType::track_weight), event);
  EXPECT_EQ(controller.current_track_event(0, EventType::track_speed), EventHandle::none);
  EXPECT_EQ(controller.current_track_event(1, EventType::track_weight), EventHandle::none);
  must(controller.advance(0.5));
  EXPECT_FALSE(controller.is_valid(event));
  EXPECT_EQ(controller.current_track_event(0, EventType::track_weight), EventHandle::none);
  EXPECT_EQ(weight(controller), 0);
}

TEST(ControllerEvents, priority_blends_are_events_of_their_own) {
  Controller controller = two_tracks();
  const EventHandle first = must(controller.key_priority_blend(1, 0.5, 1));
  const EventHandle second = must(controller.key_priority_blend(0, 3));
  EXPECT_EQ(controller.upcoming_priority_blend(), first);
  EXPECT_EQ(controller.upcoming_priority_blend(first), second);
  EXPECT_EQ(controller.upcoming_priority_blend(second), EventHandle::none);
  EXPECT_EQ(controller.upcoming_track_event(0), EventHandle::none);
  must(controller.advance(1));
  EXPECT_EQ(controller.current_priority_blend(), first);
  EXPECT_NEAR(controller.priority_blend(), 0.75, 1e-12);
  controller.unkey_priority_blends();
  EXPECT_FALSE(controller.is_valid(first));
  EXPECT_FALSE(controller.is_valid(second));
  must(controller.advance(5));
  EXPECT_NEAR(controller.priority_blend(), 0.75, 1e-12);  // the value at the time of the call
}

TEST(ControllerEvents, upcoming_ones_come_by_start_then_in_the_order_of_keying) {
  Controller controller = two_tracks();
  const EventHandle late = must(controller.key_track_weight(0, 0, 3));
  const EventHandle first_of_two = must(controller.key_track_speed(0, 2, 2));
  const EventHandle second_of_two = must(controller.key_track_position(0, 0, 2));
  const EventHandle early = must(controller.key_track_enabled(0, false, 1));
  must(controller.key_track_enabled(1, false, 0.5));  // an event of the other track
  EXPECT_EQ(controller.upcoming_track_event(0), early);
  EXPECT_EQ(controller.upcoming_track_event(0, early), first_of_two);
  EXPECT_EQ(controller.upcoming_track_event(0, first_of_two), second_of_two);
  EXPECT_EQ(controller.upcoming_track_event(0, second_of_two), late);
  EXPECT_EQ(controller.upcoming_track_event(0, late), EventHandle::none);
  EXPECT_EQ(controller.upcoming_track_event(77), EventHandle::none);
  must(controller.unkey(early));
  EXPECT_EQ(controller.upcoming_track_event(0, early), EventHandle::none);
}

// The event that was keyed last starts last, so its value stays, even if it reuses the storage of an older
// event.
TEST(ControllerEvents, of_two_at_one_time_the_one_keyed_last_stays) {
  Controller controller = two_tracks();
  must(controller.key_track_weight(1, 0.9, 0.5));
  must(controller.key_track_weight(0, 0.3, 1));
  must(controller.key_track_speed(0, 2, 1));
  must(controller.key_track_speed(0, 3, 1));
  must(controller.advance(0.5));
  must(controller.key_track_weight(0, 0.7, 1));
  must(controller.advance(0.5));
  EXPECT_EQ(weight(controller), 0.7);
  EXPECT_EQ(must(controller.track(0)).speed, 3);
}

TEST(ControllerEvents, are_described) {
  Controller controller = two_tracks();
  const EventHandle event = must(controller.key_track_speed(1, -2, 3, 0.5, FadeCurve::smooth));
  const EventDescription description = must(controller.describe(event));
  EXPECT_EQ(description.type, EventType::track_speed);
  EXPECT_EQ(description.track, 1u);
  EXPECT_EQ(description.start_s, 3);
  EXPECT_EQ(description.duration_s, 0.5);
  EXPECT_EQ(description.curve, FadeCurve::smooth);
  EXPECT_EQ(description.value, -2);
  EXPECT_EQ(must(controller.describe(must(controller.key_track_enabled(0, true, 4)))).value, 1);
  EXPECT_EQ(must(controller.describe(must(controller.key_priority_blend(0.25, 4)))).track, kNone);
}

TEST(ControllerEvents, unkeying_leaves_the_value_as_it_is) {
  Controller controller = two_tracks();
  const EventHandle event = must(controller.key_track_weight(0, 3, 0, 1));
  must(controller.advance(0.5));
  must(controller.unkey(event));
  must(controller.advance(1));
  EXPECT_NEAR(weight(controller), 2, 1e-12);
  EXPECT_EQ(said(controller.unkey(event)), "controller: the event is over or was removed");
  EXPECT_EQ(said(controller.unkey(EventHandle::none)), "controller: the handle does not refer to an event");
  EXPECT_EQ(said(controller.describe(event)), "controller: the event is over or was removed");
}

TEST(ControllerEvents, all_of_a_track_are_unkeyed_at_once) {
  Controller controller = two_tracks();
  const EventHandle mine = must(controller.key_track_weight(0, 3, 1, 1));
  const EventHandle other = must(controller.key_track_weight(1, 3, 1, 1));
  const EventHandle blend = must(controller.key_priority_blend(1, 1));
  must(controller.unkey_track_events(0));
  EXPECT_FALSE(controller.is_valid(mine));
  EXPECT_TRUE(controller.is_valid(other));
  EXPECT_TRUE(controller.is_valid(blend));
  EXPECT_EQ(said(controller.unkey_track_events(9)), "track 9: there is no such track; expected less than 2");
}

TEST(ControllerEvents, without_duration_they_act_at_their_start) {
  Controller controller = two_tracks();
  const EventHandle event = must(controller.key_track_weight(0, 0.5, 1));
  must(controller.advance(0.999));
  EXPECT_EQ(weight(controller), 1);
  must(controller.advance(0.001));
  EXPECT_EQ(weight(controller), 0.5);
  EXPECT_FALSE(controller.is_valid(event));
}

TEST(ControllerEvents, a_start_in_the_past_means_now_with_the_full_duration) {
  Controller controller = two_tracks();
  must(controller.advance(10));
  const EventHandle event = must(controller.key_track_weight(0, 3, 2, 4));
  EXPECT_EQ(must(controller.describe(event)).start_s, 10);
  must(controller.advance(2));
  EXPECT_NEAR(weight(controller), 2, 1e-12);
}

// A ramp starts from the value at its start, not from the value when it was keyed.
TEST(ControllerEvents, ramps_start_from_the_value_they_find) {
  Controller controller = two_tracks();
  must(controller.key_track_weight(0, 0, 1, 1));
  must(controller.set_track_weight(0, 8));
  must(controller.advance(1.5));
  EXPECT_NEAR(weight(controller), 4, 1e-12);
}

TEST(ControllerEvents, handles_are_not_used_again) {
  ControllerSettings settings;
  settings.limits.events = 1;
  Controller controller = make_controller_of({run_to("walk", 4)}, settings);
  std::set<EventHandle> seen;
  for (int i = 0; i < 1000; ++i) {
    const EventHandle event = must(controller.key_track_weight(0, 1, controller.time_s()));
    EXPECT_NE(event, EventHandle::none);
    EXPECT_TRUE(seen.insert(event).second);
    EXPECT_EQ(said(controller.key_track_weight(0, 1, 99)),
              "controller: all 1 events are in use; clone the controller with larger limits");
    must(controller.advance(0.01));  // the event is over, so its slot is free
    EXPECT_FALSE(controller.is_valid(event));
  }
}

TEST(ControllerEvents, refuse_what_is_not_a_number_in_range) {
  Controller controller = two_tracks();
  EXPECT_EQ(said(controller.key_track_weight(0, -1, 0)), "track 0: weight -1.000000; expected 0 or more");
  EXPECT_EQ(said(controller.key_track_speed(0, NAN, 0)), "controller: the value of an event is not finite");
  EXPECT_EQ(said(controller.key_track_speed(0, 1, NAN)), "controller: the start of an event is not finite");
  EXPECT_EQ(said(controller.key_track_speed(0, 1, 0, -1)),
            "controller: an event of -1.000000 s; expected 0 or more");
  EXPECT_EQ(said(controller.key_priority_blend(2, 0)),
            "controller: priority blend 2.000000; expected 0 to 1");
  EXPECT_EQ(said(controller.key_track_enabled(5000, true, 0)),
            "track 5000: there is no such track; expected less than 1024");
}

// --- cross-fades -------------------------------------------------------------------------------------------

TEST(ControllerEvents, a_cross_fade_is_one_call) {
  Controller controller = make_controller_of({still_at("walk", 5)});
  const std::uint32_t run = must(controller.register_set(still_at("run", 100)));
  must(controller.advance(1));
  must(controller.crossfade(0, 1, run, 0.25));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 5, 1e-12);
  must(controller.advance(0.125));
  EXPECT_NEAR(x_of(controller), 52.5, 1e-9);
  must(controller.advance(0.125));
  EXPECT_EQ(x_of(controller), 100);
  EXPECT_FALSE(must(controller.track(0)).enabled);
  EXPECT_TRUE(must(controller.track(1)).enabled);
  EXPECT_NEAR(must(controller.track(1)).position_s, 0.25, 1e-9);
}

// Section 7, item 5: remaining events of an older transition would fire later.
TEST(ControllerEvents, a_cross_fade_forgets_the_events_of_both_tracks) {
  Controller controller = make_controller_of({still_at("walk", 5)});
  const std::uint32_t run = must(controller.register_set(still_at("run", 100)));
  must(controller.crossfade(0, 1, run, 1));
  const EventHandle blend = must(controller.key_priority_blend(1, 9));
  must(controller.advance(0.5));
  must(controller.crossfade(1, 0, 0, 0.2));  // fades back; the first fade would disable track 0 at 1 s
  must(controller.advance(0.2));
  EXPECT_EQ(x_of(controller), 5);
  EXPECT_EQ(controller.upcoming_track_event(0), EventHandle::none);
  EXPECT_EQ(controller.upcoming_track_event(1), EventHandle::none);
  must(controller.advance(2));
  EXPECT_EQ(x_of(controller), 5);
  EXPECT_TRUE(must(controller.track(0)).enabled);
  EXPECT_TRUE(controller.is_valid(blend));
}

// Fades speeds as well, like the SDK's sample. While one speed falls from 1 to 0 and the other rises from 0
// to 1 within 0.25 s, each track advances by 0.125 s.
TEST(ControllerEvents, a_cross_fade_may_fade_speeds) {
  Controller controller = make_controller_of({run_to("walk", 4)});
  const std::uint32_t run = must(controller.register_set(run_to("run", 8)));
  must(controller.advance(0.5));
  CrossfadeSettings settings;
  settings.fade_speeds = true;
  must(controller.crossfade(0, 1, run, 0.25, settings));
  must(controller.advance(0.25));
  EXPECT_NEAR(must(controller.track(0)).position_s, 0.625, 1e-12);
  EXPECT_NEAR(must(controller.track(1)).position_s, 0.125, 1e-12);
  must(controller.advance(1));
  EXPECT_NEAR(must(controller.track(0)).position_s, 0.625, 1e-12);
  EXPECT_NEAR(must(controller.track(1)).position_s, 1.125, 1e-12);
}

TEST(ControllerEvents, a_cross_fade_of_no_duration_switches_at_once) {
  Controller controller = make_controller_of({still_at("walk", 5)});
  const std::uint32_t run = must(controller.register_set(run_to("run", 100)));
  CrossfadeSettings settings;
  settings.position_s = 0.5;
  must(controller.crossfade(0, 1, run, 0, settings));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 50, 1e-12);
}

TEST(ControllerEvents, a_cross_fade_that_cannot_be_changes_nothing) {
  ControllerSettings limits;
  limits.limits = {1, 2, 2, 3};
  Controller controller = make_controller_of({still_at("walk", 5)}, limits);
  const std::uint32_t run = must(controller.register_set(still_at("run", 100)));
  const EventHandle keyed = must(controller.key_track_weight(0, 1, 5));
  EXPECT_EQ(said(controller.crossfade(0, 0, run, 1)), "track 0: a track cannot fade to itself");
  EXPECT_EQ(said(controller.crossfade(0, 1, run, -1)),
            "controller: a fade of -1.000000 s; expected 0 or more");
  EXPECT_EQ(said(controller.crossfade(0, 1, 7, 1)), "controller: no set 7; there are 2");
  EXPECT_EQ(said(controller.crossfade(0, 2, run, 1)),
            "track 2: there is no such track; expected less than 2");
  CrossfadeSettings settings;
  settings.weight = -1;
  EXPECT_EQ(said(controller.crossfade(0, 1, run, 1, settings)),
            "track 1: weight -1.000000; expected 0 or more");
  settings = {};
  settings.speed = NAN;
  EXPECT_EQ(said(controller.crossfade(0, 1, run, 1, settings)), "track 1: a position or speed is not finite");
  settings = {};
  settings.fade_speeds = true;  // needs five events
  EXPECT_EQ(said(controller.crossfade(0, 1, run, 1, settings)),
            "controller: the limit of 3 events is reached; clone the controller with larger limits");
  EXPECT_TRUE(controller.is_valid(keyed));
  EXPECT_FALSE(must(controller.track(1)).enabled);
  must(controller.crossfade(0, 1, run, 1));
  EXPECT_FALSE(controller.is_valid(keyed));
}

}  // namespace
}  // namespace skelter
