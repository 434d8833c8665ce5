// Time: section 3.2 of d3dx-behaviour.md, and events inside steps (section 3.4).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "d3dx/sets.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::make_controller_of;
using test::must;
using test::near;
using test::run_to;
using test::said;
using test::still_at;
using test::x_of;

double position(const Controller& controller, std::uint32_t track = 0) {
  return must(controller.track(track)).position_s;
}

TEST(ControllerTime, positions_grow_by_dt_times_speed_and_are_not_folded) {
  Controller controller = make_controller_of({run_to("run", 4), run_to("walk", 4)});
  must(controller.set_track_speed(0, 0.5));  // C-46
  must(controller.set_track_speed(1, -2));
  must(controller.advance(3));
  EXPECT_EQ(controller.time_s(), 3);
  EXPECT_EQ(position(controller, 0), 1.5);
  EXPECT_EQ(position(controller, 1), -6);
}

// C-46: at half speed, 1 s of real time is 0.5 s on the track.
TEST(ControllerTime, half_speed_shows_half_the_time) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.set_track_speed(0, 0.5));
  must(controller.advance(1));
  EXPECT_NEAR(x_of(controller), 2, 1e-12);
}

TEST(ControllerTime, negative_speed_plays_backwards) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.set_track_speed(0, -1));
  must(controller.advance(0.25));
  EXPECT_NEAR(x_of(controller), 3, 1e-12);
}

TEST(ControllerTime, disabled_tracks_stand_still_and_tracks_of_weight_0_move) {
  Controller controller = make_controller_of({run_to("run", 4), run_to("walk", 4)});
  must(controller.set_track_enabled(0, false));
  must(controller.set_track_weight(1, 0));
  must(controller.advance(0.5));
  EXPECT_EQ(position(controller, 0), 0);
  EXPECT_EQ(position(controller, 1), 0.5);
}

TEST(ControllerTime, steps_that_go_back_or_are_no_numbers_are_refused) {
  Controller controller = make_controller_of({run_to("run", 4)});
  EXPECT_EQ(said(controller.advance(-0.1)), "controller: a step of -0.100000 s; expected 0 or more");
  EXPECT_EQ(said(controller.advance(NAN)), "controller: a step of nan s; expected 0 or more");
  EXPECT_EQ(said(controller.advance(INFINITY)), "controller: a step of inf s; expected 0 or more");
  EXPECT_EQ(controller.time_s(), 0);
  // Found by the fuzzer: the time used to become infinite.
  must(controller.advance(1.5e308));
  EXPECT_EQ(said(controller.advance(1.5e308)), "controller: the step exceeds the range of clip times");
  EXPECT_EQ(controller.time_s(), 1.5e308);
}

TEST(ControllerTime, a_step_of_0_evaluates_again_and_setters_do_not) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.advance(0.25));
  must(controller.set_track_position(0, 0.75));
  EXPECT_NEAR(x_of(controller), 1, 1e-12);
  EXPECT_EQ(controller.time_s(), 0.25);
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 3, 1e-12);
  EXPECT_EQ(controller.time_s(), 0.25);
}

// Section 7, item 6: resetting the time does not rewind. A separate call rewinds.
TEST(ControllerTime, reset_time_keeps_positions_and_the_distance_to_events) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.advance(5));
  const EventHandle event = must(controller.key_track_speed(0, 0, 7));
  controller.reset_time();
  EXPECT_EQ(controller.time_s(), 0);
  EXPECT_EQ(must(controller.describe(event)).start_s, 2);
  EXPECT_EQ(position(controller), 5);
  must(controller.advance(3));
  EXPECT_NEAR(position(controller), 7, 1e-12);  // stopped after 2 s
  controller.rewind_tracks();
  EXPECT_EQ(position(controller), 0);
  EXPECT_EQ(controller.time_s(), 3);
}

// A ramp continues after a reset.
TEST(ControllerTime, reset_time_keeps_ramps_running) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.key_track_weight(0, 3, 0, 2));
  must(controller.advance(1));
  controller.reset_time();
  EXPECT_NEAR(must(controller.track(0)).weight, 2, 1e-12);
  must(controller.advance(0.5));
  EXPECT_NEAR(must(controller.track(0)).weight, 2.5, 1e-12);
}

TEST(ControllerTime, the_pose_ahead_is_known_without_going_there) {
  Controller controller = make_controller_of({run_to("run", 4)});
  Vec3 target;
  OutputTargets targets;
  targets.translation = &target;
  must(controller.register_output("Body", {}, targets));
  must(controller.advance(0.25));
  EXPECT_NEAR(controller.pose_after(0.5)[0].translation.x, 3, 1e-12);
  EXPECT_NEAR(x_of(controller), 1, 1e-12);
  EXPECT_EQ(target.x, 1);
}

// --- events inside steps -----------------------------------------------------------------------------------

// One step of 1 s. The speed falls linearly from 1 to 0 between 0.2 and 0.6 s, so the track advances by 0.2 +
// 0.4 / 2 = 0.4 s.
TEST(ControllerTime, linear_speed_ramps_are_integrated_exactly) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.key_track_speed(0, 0, 0.2, 0.4));
  must(controller.advance(1));
  EXPECT_NEAR(position(controller), 0.4, 1e-12);
}

// The speed is eased from 1 to 3 between 0 and 1 s. Up to u = 0.5, the integral of 3 u^2 - 2 u^3 is u^3 - u^4
// / 2 = 0.09375.
TEST(ControllerTime, eased_speed_ramps_are_integrated_exactly) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.key_track_speed(0, 3, 0, 1, FadeCurve::smooth));
  must(controller.advance(0.5));
  EXPECT_NEAR(position(controller), 0.5 + 2 * 0.09375, 1e-12);
  EXPECT_NEAR(must(controller.track(0)).speed, 2, 1e-12);
  must(controller.advance(0.5));
  EXPECT_NEAR(position(controller), 1 + 2 * 0.5, 1e-12);
}

// Jumps to 5 at 0.25 s, and is disabled from 0.5 to 0.75 s.
TEST(ControllerTime, jumps_and_switches_happen_at_their_time_inside_the_step) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.key_track_position(0, 5, 0.25));
  must(controller.key_track_enabled(0, false, 0.5));
  must(controller.key_track_enabled(0, true, 0.75));
  must(controller.advance(1));
  EXPECT_NEAR(position(controller), 5 + 0.25 + 0.25, 1e-12);
  EXPECT_TRUE(must(controller.track(0)).enabled);
}

// A ramp that starts during another ramp begins at that ramp's value. From 1 to 3 over 2 s, the value is 2
// after 1 s.
TEST(ControllerTime, a_newer_ramp_replaces_the_older_from_its_value) {
  Controller controller = make_controller_of({run_to("run", 4)});
  const EventHandle older = must(controller.key_track_weight(0, 3, 0, 2));
  const EventHandle newer = must(controller.key_track_weight(0, 0, 1, 1));
  must(controller.advance(1.5));
  EXPECT_FALSE(controller.is_valid(older));
  EXPECT_TRUE(controller.is_valid(newer));
  EXPECT_NEAR(must(controller.track(0)).weight, 1, 1e-12);
  must(controller.advance(5));
  EXPECT_EQ(must(controller.track(0)).weight, 0);
}

// --- frame rates -------------------------------------------------------------------------------------------

struct State {
  double time_s = 0, blend = 0;
  std::vector<double> numbers;
};

State state_of(const Controller& controller) {
  State state{controller.time_s(), controller.priority_blend(), {}};
  for (std::uint32_t i = 0; i < controller.track_count(); ++i) {
    const Track track = must(controller.track(i));
    for (const double number : {track.position_s, track.speed, track.weight, track.enabled ? 1.0 : 0.0})
      state.numbers.push_back(number);
  }
  for (const AffineParts& parts : controller.pose()) {
    const Mat4d matrix = compose(parts);
    state.numbers.insert(state.numbers.end(), matrix.m.begin(), matrix.m.end());
  }
  return state;
}

void expect_same(const State& a, const State& b, double tolerance) {
  EXPECT_NEAR(a.time_s, b.time_s, tolerance);
  EXPECT_NEAR(a.blend, b.blend, tolerance);
  ASSERT_EQ(a.numbers.size(), b.numbers.size());
  for (std::size_t i = 0; i < a.numbers.size(); ++i) EXPECT_NEAR(a.numbers[i], b.numbers[i], tolerance) << i;
}

TEST(ControllerTime, one_step_gives_the_state_of_ten) {
  const auto make = [] {
    Controller controller = make_controller_of({run_to("run", 4), run_to("walk", 9, 0.7, Loop::pingpong)});
    must(controller.key_track_speed(0, -2, 0.13, 0.5, FadeCurve::smooth));
    must(controller.key_track_speed(1, 3, 0.05, 0.61));
    must(controller.key_track_position(1, 0.3, 0.55));
    must(controller.key_track_enabled(0, false, 0.81));
    must(controller.key_track_weight(1, 5, 0.4, 0.35));
    return controller;
  };
  Controller one = make(), ten = make();
  must(one.advance(1));
  for (int i = 0; i < 10; ++i) must(ten.advance(0.1));
  expect_same(state_of(one), state_of(ten), 1e-6);
}

// 60 seconds with 20 events. 10, 30, 60 and 240 steps per second must give the same state and the same
// callbacks as a single step.
TEST(ControllerTime, a_scene_of_a_minute_is_the_same_at_any_frame_rate) {
  const auto make = [] {
    auto turning = test::make_set("turn", Loop::loop, {{370, 1, ""}, {0, 2, ""}});
    const Vec3d axis{1, 2, -1};
    AnimationKeys keys = test::turn_keys("Body", {});
    for (int i = 0; i <= 8; ++i) {
      keys.rotation.push_back({i * 220.0, from_axis_angle(axis, i * 0.7)});
      keys.translation.push_back({i * 220.0, {std::sin(i * 1.0), std::cos(i * 2.0), 0.1 * i}});
    }
    must(turning->add_animation(keys));
    ControllerSettings settings;
    Controller controller = make_controller_of(
        {turning, run_to("run", 4, 1.3, Loop::pingpong, {{900, 3, ""}}), run_to("walk", -2, 0.9)}, settings);
    must(controller.set_track_priority(2, Priority::high));
    const FadeCurve ease = FadeCurve::smooth;
    must(controller.key_track_speed(0, 2.5, 1.03, 3));
    must(controller.key_track_speed(0, -1.5, 9.7, 4.4, ease));
    must(controller.key_track_speed(0, 0.8, 20.2, 0));
    must(controller.key_track_speed(1, 0.1, 0.5, 30, ease));
    must(controller.key_track_speed(1, -4, 33.3, 11.1));
    must(controller.key_track_speed(2, 0, 44, 5.01));
    must(controller.key_track_speed(2, 1, 52.017, 3.3, ease));
    must(controller.key_track_weight(0, 0.2, 2, 7.7));
    must(controller.key_track_weight(0, 4, 5.5, 6, ease));  // replaces the previous ramp
    must(controller.key_track_weight(1, 0, 15, 2.2));
    must(controller.key_track_weight(1, 1.7, 25.25, 9.1));
    must(controller.key_track_weight(2, 3, 58, 4, ease));  // still active at the end
    must(controller.key_track_position(0, 0.41, 12.345));
    must(controller.key_track_position(1, -7.7, 37.77));
    must(controller.key_track_position(2, 100.3, 50.505));
    must(controller.key_track_enabled(0, false, 17.717));
    must(controller.key_track_enabled(0, true, 19.191));
    must(controller.key_track_enabled(2, false, 30.0));
    must(controller.key_track_enabled(2, true, 41.41));
    must(controller.key_priority_blend(0.9, 6.06, 40, ease));
    return controller;
  };
  std::vector<std::uint64_t> expected_passed;
  const auto noting = [](std::vector<std::uint64_t>& passed) {
    return [&passed](const Callback& callback) -> Result<void> {
      passed.push_back(callback.track * 10 + callback.value);
      return {};
    };
  };
  Controller once = make();
  must(once.advance(60, noting(expected_passed)));
  const State expected = state_of(once);
  EXPECT_GT(expected_passed.size(), 80u);
  for (const int rate : {10, 30, 60, 240}) {
    SCOPED_TRACE(rate);
    Controller controller = make();
    std::vector<std::uint64_t> passed;
    for (int i = 0; i < 60 * rate; ++i) must(controller.advance(1.0 / rate, noting(passed)));
    expect_same(state_of(controller), expected, 1e-5);
    EXPECT_EQ(passed, expected_passed);
  }
}

}  // namespace
}  // namespace skelter
