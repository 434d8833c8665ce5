// The contents of a controller: sections 3.1 and 3.5 of d3dx-behaviour.md.
#include "skelter/d3dx/controller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

ControllerSettings limited(std::uint32_t outputs, std::uint32_t sets, std::uint32_t tracks,
                           std::uint32_t events) {
  ControllerSettings settings;
  settings.limits = {outputs, sets, tracks, events};
  return settings;
}

// --- limits ------------------------------------------------------------------------------------------------

TEST(Controller, a_limit_of_0_is_refused) {
  EXPECT_EQ(said(Controller::create(limited(0, 1, 1, 1))),
            "controller: a limit of 0 outputs; expected at least 1");
  EXPECT_EQ(said(Controller::create(limited(1, 0, 1, 1))),
            "controller: a limit of 0 sets; expected at least 1");
  EXPECT_EQ(said(Controller::create(limited(1, 1, 0, 1))),
            "controller: a limit of 0 tracks; expected at least 1");
  EXPECT_EQ(said(Controller::create(limited(1, 1, 1, 0))),
            "controller: a limit of 0 events; expected at least 1");
  EXPECT_EQ(said(Controller::create(limited(1, 1, 5000, 1))),
            "controller: 5000 tracks; expected at most 1024");
}

TEST(Controller, limits_are_kept_and_reported) {
  Controller controller = must(Controller::create(limited(1, 1, 2, 1)));
  EXPECT_EQ(controller.limits().outputs, 1u);
  EXPECT_EQ(controller.limits().events, 1u);
  EXPECT_EQ(controller.track_count(), 2u);
  must(controller.register_output("Body"));
  EXPECT_EQ(said(controller.register_output("Head")),
            "controller: the limit of 1 outputs is reached; clone the controller with larger limits");
  must(controller.register_set(still_at("a", 1)));
  EXPECT_EQ(said(controller.register_set(still_at("b", 1))),
            "controller: the limit of 1 sets is reached; clone the controller with larger limits");
  EXPECT_EQ(said(controller.set_track_weight(2, 1)), "track 2: there is no such track; expected less than 2");
  must(controller.key_track_speed(0, 1, 5));
  EXPECT_EQ(said(controller.key_track_speed(0, 1, 6)),
            "controller: all 1 events are in use; clone the controller with larger limits");
  EXPECT_EQ(controller.register_output("Head").error().status, Status::limit_exceeded);
}

// Section 7, item 4: a third track needs no clone.
TEST(Controller, grows_by_itself) {
  Controller controller = make_controller_of({still_at("a", 1), still_at("b", 2), still_at("c", 6)});
  EXPECT_EQ(controller.track_count(), 3u);
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 3, 1e-12);
  for (int i = 0; i < 100; ++i) must(controller.key_track_weight(0, 1, 1 + i));
  EXPECT_EQ(said(controller.set_track_weight(1024, 1)),
            "track 1024: there is no such track; expected less than 1024");
  EXPECT_EQ(said(controller.track(7)), "track 7: there is no such track; expected less than 3");
}

// --- fresh -------------------------------------------------------------------------------------------------

TEST(Controller, a_fresh_track_is_as_documented) {
  const Controller controller = must(Controller::create());
  const Track track = must(controller.track(1));
  EXPECT_EQ(track.set, nullptr);
  EXPECT_EQ(track.position_s, 0);
  EXPECT_EQ(track.speed, 1);
  EXPECT_EQ(track.weight, 1);
  EXPECT_FALSE(track.enabled);
  EXPECT_EQ(track.priority, Priority::low);
  EXPECT_EQ(controller.priority_blend(), 0.5);
  EXPECT_EQ(controller.time_s(), 0);
}

// --- outputs -----------------------------------------------------------------------------------------------

TEST(Controller, targets_that_exist_are_written) {
  Controller controller = must(Controller::create());
  Mat4 matrix;
  Vec3 scale, translation;
  Quat rotation;
  must(controller.register_output("Body", {}, {&matrix, &scale, &rotation, &translation}));
  Vec3 only_translation;
  OutputTargets one;
  one.translation = &only_translation;
  must(controller.register_output("Hand", {}, one));
  auto set = test::make_set("pose");
  for (const char* name : {"Body", "Hand"}) {
    AnimationKeys keys = test::move_keys(name, {{0, {0, 0, 5}}});
    keys.scale = {{0, {1, 2, 1}}};
    keys.rotation = {{0, from_axis_angle(Vec3d{0, 0, 1}, test::radians(90))}};
    must(set->add_animation(keys));
  }
  must(controller.set_track_set(0, must(controller.register_set(set))));
  must(controller.set_track_enabled(0, true));
  must(controller.advance(0));
  // B-10: scale by (1, 2, 1), then a quarter turn about z, then a translation by (0, 0, 5) takes (0, 1, 0) to
  // (-2, 0, 5).
  EXPECT_TRUE(near(transform_point(to_double(matrix), Vec3d{0, 1, 0}), {-2, 0, 5}, 1e-6));
  EXPECT_TRUE(near(to_double(scale), {1, 2, 1}, 1e-6));
  EXPECT_TRUE(near(to_double(rotation), {0, 0, std::sqrt(0.5), std::sqrt(0.5)}, 1e-6));
  EXPECT_TRUE(near(to_double(translation), {0, 0, 5}, 1e-6));
  EXPECT_TRUE(near(to_double(only_translation), {0, 0, 5}, 1e-6));
  EXPECT_TRUE(near(to_double(matrix), controller.matrix(0), 1e-6));
}

TEST(Controller, registering_an_output_again_replaces_its_targets) {
  Controller controller = make_controller_of({still_at("a", 5)});
  Vec3 first, second;
  OutputTargets targets;
  targets.translation = &first;
  EXPECT_EQ(must(controller.register_output("Body", {}, targets)), 0u);
  targets.translation = &second;
  EXPECT_EQ(must(controller.register_output("Body", {}, targets)), 0u);
  EXPECT_EQ(controller.output_count(), 1u);
  must(controller.advance(0));
  EXPECT_EQ(first.x, 0);
  EXPECT_EQ(second.x, 5);
  EXPECT_EQ(said(controller.register_output("")),
            "controller: an output has no name; expected the name of its animations");
}

TEST(Controller, outputs_are_found_by_name) {
  Controller controller = must(Controller::create());
  must(controller.register_output("LEFT"));
  must(controller.register_output("left"));
  EXPECT_EQ(controller.find_output("left"), 1u);
  EXPECT_EQ(controller.find_output("Left"), kNone);
  EXPECT_EQ(controller.find_output("Left", NameMatch::ignore_case), 0u);
  EXPECT_EQ(controller.output_name(0), "LEFT");
}

TEST(Controller, an_output_registered_after_its_set_is_moved_too) {
  Controller controller = make_controller_of({still_at("a", 5, "Head")});
  const std::uint32_t head = must(controller.register_output("Head"));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller, head), 5);
}

// --- sets --------------------------------------------------------------------------------------------------

TEST(Controller, sets_are_counted_in_the_order_of_registration) {
  Controller controller = must(Controller::create());
  const auto a = still_at("walk", 1), b = still_at("run", 2), c = still_at("", 3);
  EXPECT_EQ(must(controller.register_set(a)), 0u);
  EXPECT_EQ(must(controller.register_set(b)), 1u);
  EXPECT_EQ(must(controller.register_set(c)), 2u);
  EXPECT_EQ(must(controller.set(1)), b);
  EXPECT_EQ(said(controller.set(3)), "controller: no set 3; there are 3");
  EXPECT_EQ(said(controller.register_set(a)), "set \"walk\": is already registered");
  EXPECT_EQ(said(controller.register_set(nullptr)), "controller: no set was given");
  must(controller.unregister_set(0));
  EXPECT_EQ(controller.set_count(), 2u);
  EXPECT_EQ(must(controller.set(0)), b);
  EXPECT_EQ(said(controller.unregister_set(2)), "controller: no set 2; there are 2");
}

// C-41, C-42, section 7, item 13: unknown names give errors that list the known names, including unnamed
// sets.
TEST(Controller, sets_are_found_by_name_and_unknown_ones_are_errors) {
  Controller controller = must(Controller::create());
  EXPECT_EQ(said(controller.choose_set("walk")), "controller: no set is named \"walk\"; there are no sets");
  must(controller.register_set(still_at("walk", 1)));
  must(controller.register_set(still_at("", 3)));
  EXPECT_EQ(must(controller.choose_set("walk")), 0u);
  EXPECT_EQ(must(controller.choose_set("#1")), 1u);
  EXPECT_EQ(said(controller.choose_set("Walk")),
            "controller: no set is named \"Walk\"; expected one of \"walk\", #1");
  EXPECT_EQ(must(controller.choose_set("Walk", NameMatch::ignore_case)), 0u);  // B-05
  must(controller.play("walk"));
  must(controller.advance(0));
  EXPECT_EQ(said(controller.play("Jump")),
            "controller: no set is named \"Jump\"; expected one of \"walk\", #1");
  EXPECT_EQ(must(controller.track(0)).set->name(), "walk");  // the old set continues
  must(controller.play("WALK", true, NameMatch::ignore_case));
  must(controller.register_set(still_at("left_arm", 4)));
  EXPECT_EQ(must(controller.choose_set("LEFT_ARM", NameMatch::ignore_case)), 2u);
  EXPECT_EQ(must(controller.choose_set("left_arm", NameMatch::ignore_case)), 2u);
}

TEST(Controller, a_track_loses_a_set_that_is_removed_and_keeps_the_pose) {
  Controller controller = make_controller_of({still_at("a", 5), still_at("b", 100)});
  must(controller.advance(0));
  must(controller.unregister_set(0));
  EXPECT_EQ(must(controller.track(0)).set, nullptr);
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller), 100);
  must(controller.unregister_set(0));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller), 100);
  must(controller.set_track_set(1, kNone));
}

TEST(Controller, edited_sets_are_bound_again) {
  auto set = still_at("a", 5);
  Controller controller = make_controller_of({set});
  const std::uint32_t head = must(controller.register_output("Head"));
  must(controller.advance(0));
  must(set->add_animation(test::move_keys("Head", {{0, {8, 0, 0}}})));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller, head), 8);
  must(set->remove_animation(0));
  must(set->set_translation_key(0, 0, {0, {9, 0, 0}}));
  must(controller.advance(0));
  EXPECT_EQ(x_of(controller, head), 9);
  EXPECT_EQ(x_of(controller), 5);  // keeps its last value
}

// --- tracks ------------------------------------------------------------------------------------------------

TEST(Controller, setters_refuse_what_is_not_a_number_in_range) {
  Controller controller = must(Controller::create());
  EXPECT_EQ(said(controller.set_track_weight(0, -1)), "track 0: weight -1.000000; expected 0 or more");
  EXPECT_EQ(said(controller.set_track_weight(0, NAN)), "track 0: weight nan; expected 0 or more");
  EXPECT_EQ(said(controller.set_track_speed(0, NAN)), "track 0: a speed is not finite");
  EXPECT_EQ(said(controller.set_track_position(0, INFINITY)), "track 0: a position is not finite");
  EXPECT_EQ(said(controller.set_priority_blend(1.5)), "controller: priority blend 1.500000; expected 0 to 1");
  EXPECT_EQ(said(controller.set_priority_blend(NAN)), "controller: priority blend nan; expected 0 to 1");
  EXPECT_EQ(said(controller.set_track_set(0, 3)), "controller: no set 3; there are 0");
  must(controller.validate());
}

// C-43, sections 3.2 and 7 (item 6): in D3DX, a new set continues from the old position, and only a second
// call restarts it. Our standard mode starts from 0.
TEST(Controller, a_new_set_starts_at_0_and_in_d3dx_mode_where_the_old_one_was) {
  for (const ControllerMode mode : {ControllerMode::standard, ControllerMode::d3dx}) {
    ControllerSettings settings;
    settings.mode = mode;
    Controller controller = make_controller_of({run_to("walk", 1)}, settings);
    const std::uint32_t jump = must(controller.register_set(run_to("jump", 10)));
    must(controller.advance(0.4));
    must(controller.set_track_set(0, jump));
    must(controller.advance(0));
    EXPECT_NEAR(x_of(controller), mode == ControllerMode::d3dx ? 4 : 0, 1e-12);
    must(controller.advance(0.3));
    must(controller.play("walk", false));
    EXPECT_NEAR(must(controller.track(0)).position_s, mode == ControllerMode::d3dx ? 0.7 : 0.3, 1e-12);
    must(controller.play("walk"));
    EXPECT_EQ(must(controller.track(0)).position_s, 0);
  }
}

TEST(Controller, one_set_may_be_on_two_tracks_at_different_positions) {
  const auto set = run_to("run", 4);
  Controller controller = make_controller_of({set});
  must(controller.set_track_set(1, 0));
  must(controller.set_track_enabled(1, true));
  must(controller.set_track_position(1, 0.5));
  must(controller.advance(0.25));
  EXPECT_NEAR(x_of(controller), (1.0 + 3.0) / 2, 1e-12);
}

TEST(Controller, a_track_may_play_in_another_way_than_its_set) {
  Controller controller = make_controller_of({run_to("run", 4)});
  must(controller.set_track_playback(0, Loop::once));
  must(controller.advance(1.25));
  EXPECT_NEAR(x_of(controller), 4, 1e-12);
  must(controller.set_track_playback(0, std::nullopt));
  must(controller.advance(0));
  EXPECT_NEAR(x_of(controller), 1, 1e-12);
}

// --- clones ------------------------------------------------------------------------------------------------

TEST(Controller, a_clone_continues_like_its_original_but_separately) {
  Controller controller = make_controller_of({run_to("run", 4), still_at("b", 100)});
  must(controller.key_track_weight(1, 0, 0.5, 0.5));
  const EventHandle jump = must(controller.key_track_position(0, 0.25, 0.6));
  must(controller.set_track_priority(1, Priority::high));
  must(controller.set_priority_blend(0.25));
  must(controller.advance(0.3));
  Controller clone = must(controller.clone({}));
  EXPECT_TRUE(clone.is_valid(jump));
  EXPECT_EQ(clone.time_s(), controller.time_s());
  EXPECT_EQ(must(clone.set(0)), must(controller.set(0)));  // the sets are shared
  for (int i = 0; i < 5; ++i) {
    must(controller.advance(0.1));
    must(clone.advance(0.1));
    EXPECT_EQ(x_of(clone), x_of(controller));
  }
  must(clone.set_track_enabled(1, false));
  must(clone.advance(0.2));
  const double before = x_of(controller);
  must(clone.advance(0.3));
  EXPECT_EQ(x_of(controller), before);  // section 7, item 11: each controller has its own pose
  EXPECT_NE(x_of(clone), before);
}

TEST(Controller, a_clone_has_the_limits_asked_for_if_all_fits) {
  Controller controller = must(Controller::create(limited(2, 2, 2, 2)));
  must(controller.register_output("A"));
  must(controller.register_output("B"));
  must(controller.register_set(still_at("a", 1)));
  must(controller.key_track_speed(0, 2, 5));
  const Controller larger = must(controller.clone({4, 4, 4, 4}));
  EXPECT_EQ(larger.track_count(), 4u);
  EXPECT_EQ(larger.limits().outputs, 4u);
  must(controller.clone({2, 1, 2, 1}));
  EXPECT_EQ(said(controller.clone({1, 1, 2, 1})), "controller: 2 outputs are in use; the new limit is 1");
  EXPECT_EQ(said(controller.clone({2, 0, 2, 1})), "controller: a limit of 0 sets; expected at least 1");
  EXPECT_EQ(said(controller.clone({2, 1, 1, 1})), "controller: 2 tracks are in use; the new limit is 1");
  must(controller.register_set(still_at("b", 1)));
  EXPECT_EQ(said(controller.clone({2, 1, 2, 1})), "controller: 2 sets are in use; the new limit is 1");
  must(controller.key_track_speed(0, 2, 6));
  EXPECT_EQ(said(controller.clone({2, 2, 2, 1})), "controller: 2 events are in use; the new limit is 1");
}

// Section 3.5: clones write to the same targets, so the last one to advance determines their values.
TEST(Controller, clones_write_to_the_same_targets) {
  Controller controller = make_controller_of({run_to("run", 4)});
  Vec3 shared;
  OutputTargets targets;
  targets.translation = &shared;
  must(controller.register_output("Body", {}, targets));
  Controller clone = must(controller.clone({}));
  must(controller.advance(0.25));
  EXPECT_EQ(shared.x, 1);
  must(clone.advance(0.5));
  EXPECT_EQ(shared.x, 2);
  EXPECT_EQ(x_of(controller), 1);
}

}  // namespace
}  // namespace skelter
