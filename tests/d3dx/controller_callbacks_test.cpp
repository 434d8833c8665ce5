// Callbacks: section 2.6 of d3dx-behaviour.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "d3dx/sets.h"

namespace skelter {
namespace {

using test::make_controller_of;
using test::must;
using test::run_to;
using test::said;
using test::x_of;
using testing::ElementsAre;
using testing::IsEmpty;

using Values = std::vector<std::uint64_t>;

Values step(Controller& controller, double dt_s) {
  Values passed;
  must(controller.advance(dt_s, [&](const Callback& callback) -> Result<void> {
    passed.push_back(callback.value);
    return {};
  }));
  return passed;
}

// A set of 1 s with keys at 0.25 s (value 1) and 0.75 s (value 2).
Controller with_keys(Loop playback = Loop::loop) {
  return make_controller_of({run_to("run", 4, 1, playback, {{250, 1, ""}, {750, 2, ""}})});
}

TEST(ControllerCallbacks, keys_are_passed_where_a_step_arrives_and_not_where_it_leaves) {
  Controller controller = with_keys();
  EXPECT_THAT(step(controller, 0.2), IsEmpty());
  EXPECT_THAT(step(controller, 0.05), ElementsAre(1));
  EXPECT_THAT(step(controller, 0.1), IsEmpty());
  EXPECT_THAT(step(controller, 0.5), ElementsAre(2));
}

TEST(ControllerCallbacks, whole_loops_in_a_step_pass_every_key_once_each) {
  Controller controller = with_keys();
  EXPECT_THAT(step(controller, 3), ElementsAre(1, 2, 1, 2, 1, 2));
}

TEST(ControllerCallbacks, backwards_they_come_in_reverse) {
  Controller controller = with_keys();
  must(controller.set_track_position(0, 1));
  must(controller.set_track_speed(0, -1));
  EXPECT_THAT(step(controller, 0.25), ElementsAre(2));  // arrives at 0.75
  EXPECT_THAT(step(controller, 1.5), ElementsAre(1, 2, 1));
}

TEST(ControllerCallbacks, a_key_at_0_is_passed_at_the_beginning_and_at_every_wrap) {
  Controller controller = make_controller_of({run_to("run", 4, 1, Loop::loop, {{0, 9, ""}})});
  EXPECT_THAT(step(controller, 0.5), ElementsAre(9));
  EXPECT_THAT(step(controller, 0.25), IsEmpty());
  EXPECT_THAT(step(controller, 2), ElementsAre(9, 9));
  must(controller.set_track_position(0, 0));
  EXPECT_THAT(step(controller, 0), ElementsAre(9));
  EXPECT_THAT(step(controller, 0), IsEmpty());
  controller.rewind_tracks();
  EXPECT_THAT(step(controller, 0.1), ElementsAre(9));
}

TEST(ControllerCallbacks, once_passes_nothing_after_its_end) {
  Controller controller = with_keys(Loop::once);
  EXPECT_THAT(step(controller, 5), ElementsAre(1, 2));
  EXPECT_THAT(step(controller, 5), IsEmpty());
}

TEST(ControllerCallbacks, pingpong_passes_keys_both_ways_and_turning_points_once) {
  Controller controller =
      make_controller_of({run_to("run", 4, 1, Loop::pingpong, {{0, 8, ""}, {250, 1, ""}, {1000, 9, ""}})});
  EXPECT_THAT(step(controller, 2), ElementsAre(8, 1, 9, 1, 8));
  EXPECT_THAT(step(controller, 2), ElementsAre(1, 9, 1, 8));
}

TEST(ControllerCallbacks, disabled_tracks_pass_nothing_and_tracks_of_weight_0_do) {
  Controller controller = make_controller_of(
      {run_to("a", 4, 1, Loop::loop, {{500, 1, ""}}), run_to("b", 4, 1, Loop::loop, {{500, 2, ""}})});
  must(controller.set_track_enabled(0, false));
  must(controller.set_track_weight(1, 0));
  EXPECT_THAT(step(controller, 1), ElementsAre(2));
}

TEST(ControllerCallbacks, of_all_tracks_come_by_time_then_by_track) {
  Controller controller = make_controller_of({run_to("a", 4, 1, Loop::loop, {{300, 1, ""}, {600, 2, ""}}),
                                              run_to("b", 4, 1, Loop::loop, {{300, 3, ""}, {500, 4, ""}}),
                                              run_to("c", 4, 1, Loop::loop, {{900, 5, ""}})});
  must(controller.set_track_speed(2, 2));  // reaches 0.9 at 0.45 s
  EXPECT_THAT(step(controller, 0.65), ElementsAre(1, 3, 5, 4, 2));
}

TEST(ControllerCallbacks, say_when_and_where) {
  Controller controller = with_keys();
  must(controller.set_track_speed(0, 2));
  must(controller.advance(1));
  std::vector<Callback> passed;
  must(controller.advance(0.5, [&](const Callback& callback) -> Result<void> {
    passed.push_back(callback);
    return {};
  }));
  ASSERT_EQ(passed.size(), 2u);
  EXPECT_NEAR(passed[0].time_s, 1.125, 1e-12);
  EXPECT_NEAR(passed[0].position_s, 2.25, 1e-12);
  EXPECT_EQ(passed[0].key, 0u);
  EXPECT_EQ(passed[0].track, 0u);
  EXPECT_EQ(passed[0].set->name(), "run");
  EXPECT_NEAR(passed[1].time_s, 1.375, 1e-12);
}

// Exact time of a key on a ramp. With the speed falling from 1 to 0 within 1 s, the position is u - u^2 / 2,
// which is 0.375 at u = 0.5.
TEST(ControllerCallbacks, on_ramps_are_passed_at_their_exact_time) {
  Controller controller = make_controller_of({run_to("run", 4, 1, Loop::loop, {{375, 1, ""}})});
  must(controller.key_track_speed(0, 0, 0, 1));
  double time_s = 0;
  must(controller.advance(2, [&](const Callback& callback) -> Result<void> {
    time_s = callback.time_s;
    return {};
  }));
  EXPECT_NEAR(time_s, 0.5, 1e-9);
}

// The speed goes from 1 to -1 within 1 s, so the position goes to 0.25 and back. The key at 0.125 is passed
// in both directions.
TEST(ControllerCallbacks, a_ramp_through_0_passes_keys_there_and_back) {
  Controller controller = make_controller_of({run_to("run", 4, 1, Loop::loop, {{125, 1, ""}, {300, 2, ""}})});
  must(controller.key_track_speed(0, -1, 0, 1));
  EXPECT_THAT(step(controller, 1), ElementsAre(1, 1));
  EXPECT_NEAR(must(controller.track(0)).position_s, 0, 1e-12);
}

// Section 7, item 16: a low frame rate must not skip callbacks.
TEST(ControllerCallbacks, jumps_and_switches_inside_a_step_count) {
  Controller controller = with_keys();
  // The key at this position is passed, because the position was set.
  must(controller.key_track_position(0, 0.75, 0.1));
  must(controller.key_track_enabled(0, false, 0.3));
  EXPECT_THAT(step(controller, 10), ElementsAre(2));
}

TEST(ControllerCallbacks, come_after_the_pose_is_complete) {
  Controller controller = with_keys();
  must(controller.advance(0.5, [&](const Callback&) -> Result<void> {
    EXPECT_NEAR(x_of(controller), 2, 1e-12);
    EXPECT_EQ(controller.time_s(), 0.5);
    return {};
  }));
}

TEST(ControllerCallbacks, an_error_of_the_handler_skips_the_rest_and_is_returned) {
  Controller controller = with_keys();
  int calls = 0;
  const auto result = controller.advance(3, [&](const Callback&) -> Result<void> {
    if (++calls < 2) return {};
    return Error{Status::io, "game.sound", "no sound device", {}};
  });
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(said(result), "no sound device");
  EXPECT_EQ(controller.time_s(), 3);  // the step itself is complete
  EXPECT_THAT(step(controller, 1), ElementsAre(1, 2));
}

// A step of a second covers 1e14 cycles with one key each.
TEST(ControllerCallbacks, a_step_stops_after_a_million_callbacks) {
  Controller controller = make_controller_of({run_to("walk", 4, 1, Loop::loop, {{500, 7, {}}})});
  must(controller.set_track_speed(0, 1e14));
  std::uint32_t calls = 0;
  const auto stopped = controller.advance(1, [&](const Callback&) {
    ++calls;
    return Result<void>();
  });
  EXPECT_EQ(calls, 1'000'000u);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().status, Status::limit_exceeded);
  EXPECT_EQ(to_string(stopped.error()),
            "track 0: more than 1000000 callbacks in one step; use a shorter step or a lower speed");
  EXPECT_EQ(controller.time_s(), 1);
  must(controller.set_track_speed(0, 1));
  must(controller.advance(1, [&](const Callback&) {
    ++calls;
    return Result<void>();
  }));
  EXPECT_EQ(calls, 1'000'001u);
}

// Positions are sums of steps, which may end slightly before the intended key, as documented in
// docs/control.md.
TEST(ControllerCallbacks, a_key_comes_once_with_the_step_whose_position_reaches_it) {
  for (const double step_s : {0.1, 1 / 3.0, 1 / 7.0, 1 / 60.0}) {
    Controller controller = make_controller_of({run_to("walk", 4, 8, Loop::loop, {{4000, 7, {}}})});
    std::uint32_t calls = 0;
    while (controller.time_s() < 6) {
      must(controller.advance(step_s, [&](const Callback&) {
        ++calls;
        return Result<void>();
      }));
      ASSERT_EQ(calls, must(controller.track(0)).position_s >= 4 ? 1u : 0u)
          << step_s << ' ' << controller.time_s();
    }
  }
}

TEST(ControllerCallbacks, a_handler_may_change_anything_and_it_counts_from_the_next_step) {
  Controller controller = with_keys();
  Values passed;
  must(controller.advance(1, [&](const Callback& callback) -> Result<void> {
    passed.push_back(callback.value);
    if (callback.value == 1) {
      must(controller.unregister_set(0));
      must(controller.set_track_speed(0, 5));
      must(controller.set_track_weight(40, 1));
      for (int i = 0; i < 50; ++i) must(controller.key_track_position(0, 0, 2));
    }
    return {};
  }));
  EXPECT_EQ(passed, (Values{1, 2}));
  EXPECT_NEAR(x_of(controller), 0, 1e-12);  // folded 1 s, where the step ended
  EXPECT_THAT(step(controller, 5), IsEmpty());
}

TEST(ControllerCallbacks, a_handler_may_not_advance) {
  Controller controller = with_keys();
  std::string message;
  must(controller.advance(0.5, [&](const Callback&) -> Result<void> {
    message = said(controller.advance(1));
    return {};
  }));
  EXPECT_EQ(message,
            "controller: a callback handler called advance(); call it after the handler has returned");
  EXPECT_EQ(controller.time_s(), 0.5);
  must(controller.advance(0.5));
}

}  // namespace
}  // namespace skelter
