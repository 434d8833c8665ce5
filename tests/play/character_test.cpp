// The guarantees for users who only want to play "walk" and then fade to "run".
#include "skelter/play/character.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "play/difference.h"
#include "play/heroes.h"

namespace skelter::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Character, plays_nothing_before_the_first_play_call) {
  const CharacterData data = data_of({still_at("stand", 5)});
  Character hero(data);
  run(hero, 1);
  EXPECT_EQ(hero.clips()->clip(), kNone);
  EXPECT_EQ(hero.clips()->position_s(), 0);
  EXPECT_EQ(x_of(hero), 0);
  EXPECT_FALSE(hero.clips()->finished());
  EXPECT_THAT(hero.list(), IsEmpty());
  EXPECT_EQ(hero.clips()->seek(1), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "no clip plays on the layer");
  EXPECT_EQ(hero.clips()->set_loop(Loop::once), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "no clip plays on the layer");
}

TEST(Character, plays_a_clip_immediately_from_its_start) {
  const CharacterData data = data_of({run_to("walk", 4), run_to("run", 8)});
  Character hero(data);
  play(hero, "walk");
  run(hero, 0.25);
  EXPECT_NEAR(x_of(hero), 1, kNear);
  PlayOptions options;
  options.start_s = 0.5;
  play(hero, "run", options);
  run(hero, 0.25);
  EXPECT_EQ(clip_of(hero), "run");
  EXPECT_NEAR(x_of(hero), 6, kNear);
  EXPECT_FALSE(hero.clips()->in_transition());
}

TEST(Character, cross_fades_smoothly) {
  const CharacterData data = data_of({still_at("stand", 0), still_at("sit", 10)});
  Character hero(data);
  play(hero, "stand");
  run(hero, 1);
  play(hero, "sit", fade(1));
  EXPECT_TRUE(hero.clips()->in_transition());
  for (const double eased : {0.15625, 0.5, 0.84375, 1.0}) {  // for u = 0.25, 0.5, 0.75 and 1
    run(hero, 0.25);
    EXPECT_NEAR(weight_of(hero, "sit"), eased, 1e-6);
    EXPECT_NEAR(x_of(hero), 10 * eased, kNear);
  }
  EXPECT_FALSE(hero.clips()->in_transition());
  EXPECT_EQ(clip_of(hero), "sit");
}

TEST(Character, unknown_clips_change_nothing_and_the_message_lists_the_known_ones) {
  const CharacterData data = data_of({still_at("walk", 5), still_at("run", 7)});
  Character hero(data);
  EXPECT_EQ(hero.clips()->play(data.find_clip("Walk")), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "there is no such clip; expected one of walk, run");
  EXPECT_EQ(hero.clips()->clip(), kNone);
  play(hero, "walk");
  queue(hero, "run");
  EXPECT_EQ(hero.clips()->play(data.find_clip("jump"), fade(1)), Status::invalid_argument);
  EXPECT_EQ(hero.clips()->queue(2), Status::invalid_argument);
  EXPECT_EQ(clip_of(hero), "walk");
  EXPECT_EQ(hero.clips()->queued(), 1u);
}

// Four clips fade over each other. A clip that starts without a fade ends all fades.
TEST(Character, an_immediate_start_ends_four_fades) {
  const CharacterData data =
      data_of({still_at("a", 0), still_at("b", 1), still_at("c", 2), still_at("d", 3), still_at("e", 4)});
  Character hero(data);
  play(hero, "a");
  for (const char* clip : {"b", "c", "d"}) {
    run(hero, 0.1);
    play(hero, clip, fade(1));
  }
  play(hero, "e");
  queue(hero, "a", fade(0.5));
  run(hero, 0.25);
  EXPECT_EQ(clip_of(hero), "e");
  EXPECT_NEAR(hero.clips()->position_s(), 0.25, 1e-9);
  ASSERT_EQ(hero.list().size(), 1u);
  EXPECT_NEAR(weight_of(hero, "e"), 1, 1e-6);
  EXPECT_NEAR(x_of(hero), 4, kNear);
  EXPECT_EQ(hero.clips()->queued(), 1u);
}

TEST(Character, speed_applies_to_every_clip) {
  const CharacterData data = data_of({run_to("walk", 4), run_to("run", 8)});
  Character hero(data);
  go(hero.set_speed(0.5));
  play(hero, "walk");
  run(hero, 0.5);
  EXPECT_NEAR(x_of(hero), 1, kNear);
  play(hero, "run");
  run(hero, 0.5);
  EXPECT_NEAR(x_of(hero), 2, kNear);
  go(hero.set_speed(-1));
  run(hero, 0.125);
  EXPECT_NEAR(x_of(hero), 1, kNear);
  EXPECT_EQ(hero.set_speed(NAN), Status::invalid_argument);
  EXPECT_EQ(hero.speed(), -1);
  PlayOptions twice;
  twice.speed = 2;
  twice.start_s = 0.75;
  play(hero, "walk", twice);
  run(hero, 0.25);
  EXPECT_NEAR(x_of(hero), 1, kNear);  // it has returned by 0.5 s
}

TEST(Character, plays_in_all_loop_modes) {
  const CharacterData data = data_of({run_to("walk", 4)});
  Character hero(data);
  for (const auto& [loop, x] : {std::pair{Loop::loop, 1.0}, {Loop::once, 4.0}, {Loop::pingpong, 3.0}}) {
    PlayOptions options;
    options.loop = loop;
    play(hero, "walk", options);
    run(hero, 1.25);
    EXPECT_NEAR(x_of(hero), x, kNear);
    EXPECT_EQ(hero.clips()->finished(), loop == Loop::once);
  }
  go(hero.clips()->set_loop(Loop::loop));
  go(hero.clips()->seek(0.75));
  run(hero, 0);
  EXPECT_NEAR(x_of(hero), 3, kNear);
}

TEST(Character, queued_clips_start_at_the_end_of_the_previous_one) {
  const CharacterData data = data_of({run_to("walk", 4), run_to("run", 8, 0.5), still_at("stand", 10)});
  Character hero(data);
  std::vector<std::string> started;
  const auto go_on = [&](double seconds) {
    run(hero, seconds);
    for (const std::string& text : reported(hero)) started.push_back(text);
  };
  queue(hero, "walk");  // no clip is playing, so it starts immediately
  go_on(0.3);
  queue(hero, "run");
  queue(hero, "stand", fade(0.2));
  EXPECT_EQ(hero.clips()->queued(), 2u);
  go_on(0.6);
  EXPECT_EQ(clip_of(hero), "walk");
  go_on(0.2);  // past the end of the cycle at 1 s, so "run" is at 0.1 s
  EXPECT_EQ(clip_of(hero), "run");
  EXPECT_NEAR(hero.clips()->position_s(), 0.1, 1e-9);
  EXPECT_NEAR(x_of(hero), 1.6, kNear);
  ASSERT_EQ(hero.events().size(), 1u);
  EXPECT_NEAR(hero.events()[0].at_s, 0.1, 1e-9);
  go_on(0.3);  // at 0.4 s: the fade began at 0.3 s and is halfway
  EXPECT_EQ(clip_of(hero), "stand");
  EXPECT_NEAR(weight_of(hero, "stand"), 0.5, 1e-6);
  EXPECT_NEAR(x_of(hero), (6.4 + 10) / 2, kNear);
  go_on(5);
  EXPECT_NEAR(x_of(hero), 10, kNear);
  EXPECT_THAT(started, ElementsAre("walk started", "run started", "stand started"));
}

// Sums of steps end slightly before or after the end of the cycle.
TEST(Character, queued_clips_start_exactly_at_any_frame_rate) {
  const CharacterData data = data_of({run_to("walk", 4), still_at("stand", 10)});
  for (const int rate : {3, 7, 10, 24, 30, 60, 144, 240}) {
    Character hero(data);
    play(hero, "walk");
    run(hero, 0.5);
    queue(hero, "stand");
    for (int i = 0; i < rate; ++i) run(hero, 1.0 / rate);
    EXPECT_EQ(clip_of(hero), "stand") << rate;
    EXPECT_NEAR(hero.clips()->position_s(), 0.5, 1e-8) << rate;
  }
}

// A large step may pass several clips in the queue.
TEST(Character, a_large_step_plays_the_whole_queue) {
  const CharacterData data = data_of({run_to("walk", 4), run_to("run", 8, 0.5, false), run_to("stand", 1)});
  Character hero(data);
  play(hero, "walk");
  queue(hero, "run");
  queue(hero, "stand");
  run(hero, 1.75);
  EXPECT_EQ(clip_of(hero), "stand");
  EXPECT_NEAR(hero.clips()->position_s(), 0.25, 1e-9);
  EXPECT_THAT(reported(hero), ElementsAre("walk started", "run started", "run finished", "stand started"));
  EXPECT_NEAR(hero.events()[2].at_s, 1.5, 1e-9);
}

TEST(Character, playing_another_clip_clears_the_queue) {
  const CharacterData data = data_of({run_to("walk", 4), run_to("run", 8)});
  Character hero(data);
  play(hero, "walk");
  queue(hero, "run");
  play(hero, "walk");
  EXPECT_EQ(hero.clips()->queued(), 0u);
  run(hero, 3);
  EXPECT_EQ(clip_of(hero), "walk");
}

TEST(Character, a_queue_also_waits_backwards) {
  const CharacterData data = data_of({run_to("walk", 4), still_at("stand", 7)});
  Character hero(data);
  go(hero.set_speed(-1));
  PlayOptions options;
  options.start_s = 0.5;
  play(hero, "walk", options);
  queue(hero, "stand");
  run(hero, 0.4);
  EXPECT_EQ(clip_of(hero), "walk");
  run(hero, 0.2);
  EXPECT_EQ(clip_of(hero), "stand");
}

TEST(Character, a_queue_waits_while_a_clip_is_paused) {
  const CharacterData data = data_of({run_to("walk", 4), still_at("stand", 7)});
  Character hero(data);
  play(hero, "walk");
  queue(hero, "stand");
  go(hero.set_speed(0));
  run(hero, 100);
  EXPECT_EQ(clip_of(hero), "walk");
}

TEST(Character, a_queue_holds_four_clips) {
  const CharacterData data = data_of({run_to("walk", 4)});
  Character hero(data);
  play(hero, "walk");
  for (int i = 0; i < 4; ++i) queue(hero, "walk");
  EXPECT_EQ(hero.clips()->queue(0), Status::limit_exceeded);
  EXPECT_EQ(hero.why(), "the queue is full: it holds four clips");
  EXPECT_EQ(hero.clips()->queued(), 4u);
}

TEST(Character, events_report_starts_keys_and_ends) {
  const CharacterData data =
      data_of({{"walk", 0, 4, 1, false, {{"left foot", 0.25}, {"right foot", 0.75}}}, still_at("stand", 0)});
  Character hero(data);
  std::vector<std::string> all;
  std::vector<double> times;
  double now_s = 0;
  play(hero, "walk");
  for (const double dt_s : {0.5, 0.6, 1.0}) {
    std::span<const CharacterEvent> events;
    go(hero.update(dt_s, &events));
    EXPECT_EQ(events.data(), hero.events().data());
    for (const std::string& text : reported(hero)) all.push_back(text);
    for (const CharacterEvent& event : events) times.push_back(now_s + event.at_s);
    now_s += dt_s;
  }
  EXPECT_THAT(
      all, ElementsAre("walk started", "walk passed left foot", "walk passed right foot", "walk finished"));
  EXPECT_THAT(times, ElementsAre(0, 0.25, testing::DoubleNear(0.75, 1e-9), testing::DoubleNear(1, 1e-9)));
}

TEST(Character, backwards_a_clip_finishes_at_its_start) {
  const CharacterData data = data_of({run_to("walk", 4, 1, false)});
  Character hero(data);
  PlayOptions options;
  options.start_s = 0.5;
  options.speed = -2;
  play(hero, "walk", options);
  run(hero, 1);
  ASSERT_THAT(reported(hero), ElementsAre("walk started", "walk finished"));
  EXPECT_NEAR(hero.events()[1].at_s, 0.25, 1e-9);
  EXPECT_EQ(hero.clips()->position_s(), 0);
  go(hero.clips()->seek(0.25));
  run(hero, 1);
  EXPECT_THAT(reported(hero), ElementsAre("walk finished"));  // after a seek, `finished` is reported again
  run(hero, 1);
  EXPECT_THAT(reported(hero), IsEmpty());
}

TEST(Character, a_loop_switched_to_play_once_finishes_within_the_update) {
  const CharacterData data = data_of({run_to("walk", 4)});
  Character hero(data);
  play(hero, "walk");
  run(hero, 2.5);
  go(hero.clips()->set_loop(Loop::once));
  run(hero, 0.25);
  ASSERT_THAT(reported(hero), ElementsAre("walk finished"));
  EXPECT_EQ(hero.events()[0].at_s, 0);
  EXPECT_EQ(hero.clips()->position_s(), 1);
}

// Rule "passed events": a clip that starts at 0 has not passed 0. A loop passes its end and its start once
// per cycle.
TEST(Character, events_of_many_cycles_come_in_order) {
  const CharacterData data = data_of({{"walk", 0, 4, 1, true, {{"a", 0}, {"b", 0.5}}}});
  Character hero(data);
  play(hero, "walk");
  run(hero, 2.25);
  EXPECT_THAT(reported(hero), ElementsAre("walk started", "walk passed b", "walk passed a", "walk passed b",
                                          "walk passed a"));
  EXPECT_NEAR(hero.events()[4].at_s, 2, 1e-9);
  EXPECT_NEAR(hero.events()[4].position_s, 2, 1e-9);
}

TEST(Character, calls_made_by_event_handlers_act_in_the_next_update) {
  const CharacterData data = data_of({{"walk", 0, 4, 1, true, {{"hit", 0.5}}}, still_at("stand", 10)});
  Character hero(data);
  play(hero, "walk");
  run(hero, 0.75);
  for (const CharacterEvent& event : hero.events())
    if (event.name == "hit") play(hero, "stand", fade(0.5));
  EXPECT_NEAR(x_of(hero), 3, kNear);  // the pose of this update does not change
  EXPECT_EQ(clip_of(hero), "stand");
  run(hero, 0.5);
  EXPECT_NEAR(x_of(hero), 10, kNear);
}

TEST(Character, events_beyond_their_capacity_are_counted) {
  const CharacterData data = data_of({{"walk", 0, 4, 1, true, {{"a", 0.25}, {"b", 0.5}}}});
  CharacterOptions options;
  options.events = 3;
  Character hero(data, options);
  play(hero, "walk");
  run(hero, 1000.75);
  EXPECT_THAT(reported(hero), ElementsAre("walk started", "walk passed a", "walk passed b"));
  EXPECT_EQ(hero.counters().dropped_events, 2002u - 2);
}

// The pose must stay the same until the next update, however often the target changes.
TEST(Character, looking_ahead_changes_no_pose) {
  const CharacterData data = data_of({still_at("a", 0), still_at("b", 10), still_at("c", -5)});
  Character hero(data);
  play(hero, "a");
  run(hero, 0.1);
  play(hero, "b", fade(1));
  run(hero, 0.5);
  play(hero, "c", inertial(1));
  EXPECT_NEAR(x_of(hero), 5, kNear);
  EXPECT_EQ(hero.list().size(), 2u);
  run(hero, 0);
  EXPECT_NEAR(x_of(hero), 5, kNear);
  EXPECT_EQ(hero.list().size(), 1u);
}

// Worked out by hand. The clip is at 15. The pose before was at 5 and rose by 1.5 * 10 per second (the middle
// of an eased fade of 1 s). After half a second of a transition of one second, at u = 0.5, the pose is 10 *
// (1 - u^3 (10 - 15 u + 6 u^2)) - 15 * (u - 6 u^3 + 8 u^4 - 3 u^5) = 5 - 15 * 0.15625 below the clip.
TEST(Character, an_interruption_decays_as_derived_by_hand) {
  const CharacterData data = data_of({still_at("a", 0), still_at("b", 10), still_at("c", 15)});
  Character hero(data);
  play(hero, "a");
  run(hero, 0.1);
  play(hero, "b", fade(1));
  run(hero, 0.5);
  play(hero, "c", inertial(1));
  run(hero, 0);
  EXPECT_NEAR(x_of(hero), 5, kNear);
  run(hero, 0.5);
  EXPECT_NEAR(x_of(hero), 15 - (5 - 15 * 0.15625), 5e-3);  // the speed is measured over a millisecond
  EXPECT_TRUE(hero.clips()->in_transition());
  run(hero, 0.5);
  EXPECT_NEAR(x_of(hero), 15, kNear);
  EXPECT_FALSE(hero.clips()->in_transition());
}

// Vector 48 of the graph design: x0 = 1, v0 = -1 per second, T = 0.4, u = 0.5.
TEST(Character, v48_the_polynomial_of_a_difference) {
  EXPECT_NEAR(play_state::decayed(0.5f, 0.4f), 0.4375, 1e-6);
  EXPECT_NEAR(play_state::decayed(0.5f, 0) + play_state::decayed_speed(0.5f) * 0.4f * -1, 0.4375, 1e-6);
  EXPECT_EQ(play_state::decayed(0, 2), 1);
  EXPECT_EQ(play_state::decayed(1, 2), 0);
  EXPECT_EQ(play_state::decayed_speed(0), 0);
  EXPECT_EQ(play_state::decayed_speed(1), 0);
}

TEST(Character, playing_the_same_clip_every_frame_starts_it_once) {
  const CharacterData data = data_of({run_to("walk", 4), still_at("stand", 0)});
  Character hero(data);
  PlayOptions options = fade(0.5);
  options.restart = false;
  play(hero, "stand");
  for (int i = 0; i < 10; ++i) {
    options.speed = 1 + 0.1 * i;
    play(hero, "walk", options);
    run(hero, 0);
  }
  EXPECT_EQ(hero.list().size(), 1u);
  run(hero, 0.25);
  EXPECT_EQ(hero.list().size(), 2u);
  EXPECT_NEAR(hero.clips()->position_s(), 0.25 * 1.9, 1e-9);
  EXPECT_NEAR(weight_of(hero, "walk"), 0.5, 1e-6);
}

TEST(Character, levels_of_detail_leave_joints_at_rest) {
  const Rig rig{{"Body", "Finger"}, {}, {{{"Finger"}}}};
  const CharacterData data = data_of({still_at("point", 3)}, rig);
  Character hero(data);
  play(hero, "point");
  run(hero, 0);
  EXPECT_NEAR(x_of(hero, "Finger"), 3, kNear);
  go(hero.set_lod(1));
  run(hero, 0);
  EXPECT_NEAR(x_of(hero, "Body"), 3, kNear);
  EXPECT_EQ(x_of(hero, "Finger"), 0);
  EXPECT_EQ(hero.set_lod(2), Status::invalid_argument);
  EXPECT_EQ(hero.why(), "there is no such level of detail");
  EXPECT_EQ(hero.lod(), 1u);
}

// Changes the pose between the two calls, as IK would.
TEST(Character, changes_to_the_local_pose_are_used) {
  const CharacterData data = data_of({still_at("stand", 3)});
  Character hero(data);
  play(hero, "stand");
  run(hero, 0);
  hero.local_pose()[0].rows[1][0] = 7;
  hero.finish();
  EXPECT_NEAR(hero.model_from_joint()[0].m[0][3], 3, kNear);
  EXPECT_EQ(hero.model_from_joint()[0].m[1][3], 7);
}

TEST(Character, a_character_without_poses_has_only_a_list) {
  const CharacterData data = data_of({run_to("walk", 4)});
  CharacterOptions options;
  options.posed = false;
  Character hero(data, options);
  play(hero, "walk");
  run(hero, 0.25);
  EXPECT_EQ(hero.list().size(), 1u);
  EXPECT_THAT(hero.local_pose(), IsEmpty());
  hero.finish();
  EXPECT_THAT(hero.model_from_joint(), IsEmpty());
}

// An idle clip with different first and last poses. Poses, events and root motion must agree on whether it
// loops.
TEST(Character, a_clip_with_a_seam_loops_where_the_option_says) {
  const CharacterData data = data_of({{"idle", 0, 0.0034, 1, false, {{"breath", 0.5}}}});
  Character hero(data);
  PlayOptions options;
  options.loop = Loop::loop;
  play(hero, "idle", options);
  run(hero, 2.75);
  EXPECT_NEAR(x_of(hero), 0.75 * 0.0034, kNear);
  EXPECT_EQ(hero.list()[0].loop, Loop::loop);
  EXPECT_EQ(hero.events().size(), 4u);  // started, and the event at 0.5, 1.5 and 2.5
  EXPECT_FALSE(hero.clips()->finished());
}

// --- refused calls ---------------------------------------------------------------------------------------

struct Refused {
  const char* name;
  std::function<Status(Character&)> ask;
  Status status;
  const char* why;
};

TEST(Character, refused_calls_change_nothing) {
  const Rig rig{{"Body"}, {{"half", 0.5f, {}}, {"none", 0, {}}}, {}};
  const CharacterData data = data_of({run_to("walk", 4), {"lean", 0, 1, 1, true, {}, true}}, rig);
  const auto with = [](auto change) {
    PlayOptions options;
    change(options);
    return options;
  };
  const auto play_with = [&](auto change) {
    return [=](Character& hero) { return hero.clips()->play(0, with(change)); };
  };
  const auto layer_with = [](std::uint32_t layer, auto change) {
    return [=](Character& hero) {
      LayerSettings settings = hero.clips()->layer(layer);
      change(settings);
      return hero.clips()->set_layer(layer, settings);
    };
  };
  constexpr Status kBad = Status::invalid_argument;
  const char* const kFade = "a fade time must be 0 s or more";
  const char* const kSpeed = "a speed must be from -1000000 to 1000000";
  const char* const kPosition = "a position must be a number of seconds, at most 500000000 loops from 0";
  const char* const kProfile = "a profile must contain rates from 1 to 4, divided by 4: 0.25 to 1";
  const char* const kWeights = "layer weights must be from 0 to 1";
  const char* const kFirst = "the first layer cannot have a mode, mask or weight";
  const std::vector<Refused> table = {
      {"no clip", [](Character& h) { return h.clips()->play(kNone); }, kBad,
       "there is no such clip; expected one of walk, lean"},
      {"layer", play_with([](PlayOptions& o) { o.layer = 4; }), kBad, "there is no such layer"},
      {"fade -1", play_with([](PlayOptions& o) { o.fade_s = -1; }), kBad, kFade},
      {"fade nan", play_with([](PlayOptions& o) { o.fade_s = NAN; }), kBad, kFade},
      {"fade inf", play_with([](PlayOptions& o) { o.fade_s = INFINITY; }), kBad, kFade},
      {"start nan", play_with([](PlayOptions& o) { o.start_s = NAN; }), kBad, kPosition},
      {"start far", play_with([](PlayOptions& o) { o.start_s = 1e9; }), kBad, kPosition},
      {"speed nan", play_with([](PlayOptions& o) { o.speed = NAN; }), kBad, kSpeed},
      {"speed", play_with([](PlayOptions& o) { o.speed = 2e6; }), kBad, kSpeed},
      {"profile", play_with([](PlayOptions& o) { o.profile = 2; }), kBad, "there is no such mask"},
      {"profile not found", play_with([](PlayOptions& o) { o.profile = kNone; }), kBad,
       "there is no such mask"},
      {"mask not found", layer_with(1, [](LayerSettings& l) { l.mask = kNone; }), kBad,
       "there is no such mask"},
      {"profile of 0", play_with([](PlayOptions& o) { o.profile = 1; }), kBad, kProfile},
      {"additive", [](Character& h) { return h.clips()->play(1); }, kBad,
       "an additive clip needs an additive layer"},
      {"plain", [](Character& h) { return h.clips()->play(0, on_layer(1)); }, kBad,
       "an additive layer can only play additive clips"},
      {"queue", [](Character& h) { return h.clips()->queue(7); }, kBad,
       "there is no such clip; expected one of walk, lean"},
      {"stop 0", [](Character& h) { return h.clips()->stop(0); }, kBad, "the first layer must play a clip"},
      {"stop 2", [](Character& h) { return h.clips()->stop(2); }, kBad, "no clip plays on the layer"},
      {"stop 9", [](Character& h) { return h.clips()->stop(9); }, kBad, "there is no such layer"},
      {"stop nan", [](Character& h) { return h.clips()->stop(1, NAN); }, kBad, kFade},
      {"seek", [](Character& h) { return h.clips()->seek(INFINITY); }, kBad, kPosition},
      {"set speed", [](Character& h) { return h.set_speed(-INFINITY); }, kBad, kSpeed},
      {"set loop", [](Character& h) { return h.clips()->set_loop(Loop::once, 3); }, kBad,
       "no clip plays on the layer"},
      {"lod", [](Character& h) { return h.set_lod(1); }, kBad, "there is no such level of detail"},
      {"update -1", [](Character& h) { return h.update(-1); }, kBad, "the time step must be 0 s or more"},
      {"update nan", [](Character& h) { return h.update(NAN); }, kBad, "the time step must be 0 s or more"},
      {"update inf", [](Character& h) { return h.update(INFINITY); }, kBad,
       "the time step must be 0 s or more"},
      {"layer mode", layer_with(1, [](LayerSettings& s) { s.mode = LayerMode::override; }), kBad,
       "the mode of a layer can change only while nothing plays on it"},
      {"layer mask", layer_with(1, [](LayerSettings& s) { s.mask = 2; }), kBad, "there is no such mask"},
      {"layer weight", layer_with(2, [](LayerSettings& s) { s.weight = 1.5f; }), kBad, kWeights},
      {"layer nan", layer_with(1, [](LayerSettings& s) { s.weight = NAN; }), kBad, kWeights},
      {"layer root", layer_with(2, [](LayerSettings& s) { s.root_motion = -1; }), kBad, kWeights},
      {"first weight", layer_with(0, [](LayerSettings& s) { s.weight = 0.5f; }), kBad, kFirst},
      {"first mask", layer_with(0, [](LayerSettings& s) { s.mask = 0; }), kBad, kFirst},
      {"no layer", layer_with(4, [](LayerSettings&) {}), kBad, "there is no such layer"},
  };
  Character hero(data);
  play(hero, "walk");
  LayerSettings additive;
  additive.mode = LayerMode::additive;
  go(hero.clips()->set_layer(1, additive));
  play(hero, "lean", on_layer(1));
  queue(hero, "walk");
  run(hero, 0.3);
  const std::vector<std::byte> before = saved(hero);
  const double x = x_of(hero);
  for (const Refused& refused : table) {
    EXPECT_EQ(refused.ask(hero), refused.status) << refused.name;
    EXPECT_EQ(hero.why(), refused.why) << refused.name;
    EXPECT_EQ(before, saved(hero)) << refused.name;
    EXPECT_EQ(x_of(hero), x) << refused.name;
  }
}

TEST(Character, unprepared_clips_are_prepared_or_refused) {
  const AlignedBytes clip =
      AlignedBytes::copy_of(data_of({run_to("walk", 4)}).pack().find(SectionKind::clip, 0).bytes);
  bool fails = true;
  ClipMaker maker{{"made", "never made"}, [&](std::uint32_t) -> Result<AlignedBytes> {
                    if (fails) return Error{Status::io, "test.gone", "the file is gone", {{}, 0, {}, "made"}};
                    return AlignedBytes::copy_of(clip.span());
                  }};
  const auto data = [&] {
    const Motion stand = still_at("stand", 0);
    return must(CharacterData::create(
        pack_of(must(compile_scene(scene_of({stand}, {}), settings_of({stand}, {}))).bytes), maker));
  };
  const CharacterData broken = data();
  Character unlucky(broken);
  EXPECT_EQ(unlucky.clips()->play(1), Status::io);
  EXPECT_EQ(unlucky.why(), "made: the file is gone");
  EXPECT_EQ(unlucky.clips()->clip(), kNone);

  fails = false;
  const CharacterData good = data();
  CharacterOptions options;
  options.prepares = false;
  Character patient(good, options);
  EXPECT_EQ(patient.clips()->play(1), Status::not_ready);
  EXPECT_EQ(patient.why(), "the clip is not prepared; see CharacterData::prepare");
  EXPECT_EQ(patient.clips()->queue(1), Status::not_ready);
  ASSERT_TRUE(good.prepare(1).ok());
  EXPECT_EQ(patient.clips()->play(1), Status::ok);
  run(patient, 0.5);
  EXPECT_NEAR(x_of(patient), 2, kNear);
  const CharacterData other = data();
  Character eager(other);
  EXPECT_EQ(eager.clips()->play(1), Status::ok);
  EXPECT_TRUE(other.is_prepared(1));
}

}  // namespace
}  // namespace skelter::test
