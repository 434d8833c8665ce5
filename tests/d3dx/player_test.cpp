#include "skelter/d3dx/player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "d3dx/sets.h"
#include "skelter/d3dx/scene_controller.h"
#include "skelter/formats/x/read.h"
#include "support/corpus.h"
#include "support/near.h"

namespace skelter {
namespace {

using test::must;
using test::near;
using test::run_to;
using test::said;
using test::still_at;
using testing::ElementsAre;

Player player_of(const std::vector<std::shared_ptr<KeyframedSet>>& sets) {
  Controller controller = must(Controller::create());
  must(controller.register_output("Body"));
  for (const auto& set : sets) must(controller.register_set(set));
  return must(Player::create(std::move(controller)));
}

double x_of(const Player& player) {
  return player.pose()[0].translation.x;
}

TEST(Player, plays_nothing_before_it_is_told) {
  Player player = player_of({still_at("stand", 5)});
  must(player.advance(1));
  EXPECT_FALSE(player.playing());
  EXPECT_EQ(player.clip(), "");
  EXPECT_EQ(player.position_s(), 0);
  EXPECT_EQ(x_of(player), 0);
  EXPECT_FALSE(player.finished());
  EXPECT_EQ(said(player.seek(1)), "player: no clip plays; expected play() before");
  EXPECT_EQ(said(player.set_playback(Playback::once)), "player: no clip plays; expected play() before");
}

TEST(Player, plays_a_clip_at_once_and_from_its_beginning) {
  Player player = player_of({run_to("walk", 4), run_to("run", 8)});
  must(player.play("walk"));
  must(player.advance(0.25));
  EXPECT_NEAR(x_of(player), 1, 1e-12);
  PlaySettings settings;
  settings.position_s = 0.5;
  must(player.play("run", settings));
  must(player.advance(0.25));
  EXPECT_EQ(player.clip(), "run");
  EXPECT_NEAR(x_of(player), 6, 1e-12);
  EXPECT_FALSE(player.in_transition());
}

TEST(Player, cross_fades_softly) {
  Player player = player_of({still_at("stand", 0), still_at("sit", 100)});
  must(player.play("stand"));
  must(player.advance(1));
  must(player.crossfade("sit", 1));
  EXPECT_TRUE(player.in_transition());
  for (const double eased : {15.625, 50.0, 84.375, 100.0}) {  // u = 0.25, 0.5, 0.75, 1
    must(player.advance(0.25));
    EXPECT_NEAR(x_of(player), eased, 1e-9);
  }
  EXPECT_FALSE(player.in_transition());
  EXPECT_EQ(player.clip(), "sit");
}

TEST(Player, names_are_exact_unless_asked_and_unknown_ones_change_nothing) {
  Player player = player_of({still_at("walk", 5), still_at("", 7)});
  EXPECT_EQ(said(player.play("Walk")), "controller: no set is named \"Walk\"; expected one of \"walk\", #1");
  EXPECT_FALSE(player.playing());
  player.match_names(NameMatch::ignore_case);
  must(player.play("Walk"));
  EXPECT_EQ(said(player.crossfade("jump", 1)),
            "controller: no set is named \"jump\"; expected one of \"walk\", #1");
  EXPECT_EQ(said(player.queue("jump")), "controller: no set is named \"jump\"; expected one of \"walk\", #1");
  EXPECT_EQ(player.clip(), "walk");
  must(player.play("#1"));
  must(player.advance(0));
  EXPECT_EQ(x_of(player), 7);
}

TEST(Player, speed_counts_for_every_clip) {
  Player player = player_of({run_to("walk", 4), run_to("run", 8)});
  must(player.set_speed(0.5));
  must(player.play("walk"));
  must(player.advance(0.5));
  EXPECT_NEAR(x_of(player), 1, 1e-12);
  must(player.play("run"));
  must(player.advance(0.5));
  EXPECT_NEAR(x_of(player), 2, 1e-12);
  must(player.set_speed(-1));
  must(player.advance(0.125));
  EXPECT_NEAR(x_of(player), 1, 1e-12);
  EXPECT_EQ(said(player.set_speed(NAN)), "player: a speed is not finite; expected a number");
  EXPECT_EQ(player.speed(), -1);
}

TEST(Player, plays_in_all_loop_modes) {
  Player player = player_of({run_to("walk", 4)});
  for (const auto& [playback, x] :
       {std::pair{Playback::loop, 1.0}, {Playback::once, 4.0}, {Playback::pingpong, 3.0}}) {
    PlaySettings settings;
    settings.playback = playback;
    must(player.play("walk", settings));
    must(player.advance(1.25));
    EXPECT_NEAR(x_of(player), x, 1e-12);
    EXPECT_EQ(player.finished(), playback == Playback::once);
  }
  must(player.set_playback(Playback::loop));
  must(player.seek(0.75));
  must(player.advance(0));
  EXPECT_NEAR(x_of(player), 3, 1e-12);
}

TEST(Player, queued_clips_follow_at_the_end_of_the_one_before) {
  Player player = player_of({run_to("walk", 4), run_to("run", 8, 0.5), still_at("stand", 100)});
  std::vector<std::string> started;
  player.on_event([&](const PlayerEvent& event) {
    if (event.kind == PlayerEventKind::started) started.emplace_back(event.clip);
  });
  must(player.queue("walk"));  // nothing plays: at once
  must(player.advance(0.3));
  must(player.queue("run"));
  must(player.queue("stand", 0.2));
  EXPECT_EQ(player.queued(), 2u);
  must(player.advance(0.6));
  EXPECT_EQ(player.clip(), "walk");
  must(player.advance(0.2));  // past the end of the round at 1 s: "run" is at 0.1 s
  EXPECT_EQ(player.clip(), "run");
  EXPECT_NEAR(x_of(player), 1.6, 1e-9);
  must(player.advance(0.3));  // 0.4 s: the fade began at 0.3 s, and is half over
  EXPECT_EQ(player.clip(), "stand");
  EXPECT_NEAR(x_of(player), (6.4 + 100) / 2, 1e-9);
  must(player.advance(5));
  EXPECT_EQ(x_of(player), 100);
  EXPECT_THAT(started, ElementsAre("walk", "run", "stand"));
}

// Sums of steps end just before or after the end of the round.
TEST(Player, queued_clips_follow_at_any_frame_rate) {
  for (const int rate : {3, 7, 10, 24, 30, 60, 144, 240}) {
    Player player = player_of({run_to("walk", 4), still_at("stand", 100)});
    must(player.play("walk"));
    must(player.advance(0.5));
    must(player.queue("stand"));
    for (int i = 0; i < rate; ++i) must(player.advance(1.0 / rate));
    EXPECT_EQ(player.clip(), "stand") << rate;
    EXPECT_NEAR(player.position_s(), 0.5, 1e-8) << rate;
  }
}

// Several clips of the queue may pass in one large step.
TEST(Player, a_large_step_plays_the_whole_queue) {
  Player player = player_of({run_to("walk", 4), run_to("run", 8, 0.5, Playback::once), run_to("stand", 1)});
  must(player.play("walk"));
  must(player.queue("run"));
  must(player.queue("stand"));
  must(player.advance(1.75));
  EXPECT_EQ(player.clip(), "stand");
  EXPECT_NEAR(player.position_s(), 0.25, 1e-9);
}

TEST(Player, playing_another_clip_forgets_the_queue) {
  Player player = player_of({run_to("walk", 4), run_to("run", 8)});
  must(player.play("walk"));
  must(player.queue("run"));
  must(player.play("walk"));
  EXPECT_EQ(player.queued(), 0u);
  must(player.advance(3));
  EXPECT_EQ(player.clip(), "walk");
}

TEST(Player, a_queue_waits_backwards_too) {
  Player player = player_of({run_to("walk", 4), still_at("stand", 7)});
  must(player.set_speed(-1));
  PlaySettings settings;
  settings.position_s = 0.5;
  must(player.play("walk", settings));
  must(player.queue("stand"));
  must(player.advance(0.4));
  EXPECT_EQ(player.clip(), "walk");
  must(player.advance(0.2));
  EXPECT_EQ(player.clip(), "stand");
}

TEST(Player, events_tell_of_starts_keys_and_ends) {
  Player player =
      player_of({run_to("walk", 4, 1, Playback::once, {{250, 7, "left foot"}}), still_at("stand", 0)});
  std::vector<std::string> told;
  player.on_event([&](const PlayerEvent& event) {
    const char* kinds[] = {"started", "key", "finished"};
    told.push_back(std::string(event.clip) + " " + kinds[static_cast<int>(event.kind)] +
                   (event.name.empty() ? "" : " " + std::string(event.name)) +
                   (event.value == 0 ? "" : " " + std::to_string(event.value)));
  });
  must(player.play("walk"));
  must(player.advance(0.5));
  must(player.advance(0.6));
  must(player.advance(1));
  EXPECT_THAT(told, ElementsAre("walk started", "walk key left foot 7", "walk finished"));
}

TEST(Player, a_handler_may_start_the_next_clip) {
  Player player =
      player_of({run_to("walk", 4, 1, Playback::loop, {{500, 7, "hit"}}), still_at("stand", 100)});
  player.on_event([&](const PlayerEvent& event) {
    if (event.kind == PlayerEventKind::key) must(player.crossfade("stand", 0.5));
  });
  must(player.play("walk"));
  must(player.advance(0.75));
  EXPECT_NEAR(x_of(player), 3, 1e-12);  // the pose of this step is complete before
  EXPECT_EQ(player.clip(), "stand");
  must(player.advance(0.5));
  EXPECT_NEAR(x_of(player), 100, 1e-9);
}

TEST(Player, refuses_what_it_cannot_do) {
  Player player = player_of({still_at("walk", 5)});
  EXPECT_EQ(said(player.crossfade("walk", -1)), "player: a fade of -1.000000 s; expected 0 or more");
  PlaySettings settings;
  settings.position_s = NAN;
  EXPECT_EQ(said(player.play("walk", settings)), "player: a position is not finite; expected seconds");
  EXPECT_EQ(said(player.advance(-1)), "player: a step of -1.000000 s; expected 0 or more");
  ControllerSettings limits;
  limits.limits.tracks = 1;
  EXPECT_EQ(said(Player::create(must(Controller::create(limits)))),
            "player: a player needs 2 tracks; expected a controller with more");
  limits.limits.tracks = 2;
  limits.limits.events = 2;
  EXPECT_EQ(said(Player::create(must(Controller::create(limits)))),
            "player: a player needs 3 events; expected a controller with more");
}

TEST(Player, writes_the_pose_it_shows_to_targets) {
  Controller controller = must(Controller::create());
  Vec3 target;
  OutputTargets targets;
  targets.translation = &target;
  must(controller.register_output("Body", {}, targets));
  for (const auto& set : {still_at("a", 0), still_at("b", 100), still_at("c", -50)})
    must(controller.register_set(set));
  Player player = must(Player::create(std::move(controller)));
  must(player.play("a"));
  must(player.advance(0.1));
  must(player.crossfade("b", 1));
  must(player.advance(0.5));
  must(player.crossfade("c", 1));
  EXPECT_NEAR(target.x, 50, 1e-5);  // looking ahead writes nothing
  must(player.advance(0.1));
  EXPECT_NEAR(target.x, x_of(player), 1e-5);
  EXPECT_NEAR(target.x, 50, 25);
}

// The polynomial by hand: 50 at rest on one side... the clip stands at -50, what was shown was 50 and rising
// at 1.5 * 100 per second (the middle of an eased fade of 1 s). After half a second of a transition of one
// second, u = 0.5: 100 * (1 - u^3 (10 - 15 u + 6 u^2)) + 150 * (u - 6 u^3 + 8 u^4 - 3 u^5) = 50 + 150 *
// 0.15625.
TEST(Player, an_interruption_dies_away_as_derived_by_hand) {
  Player player = player_of({still_at("a", 0), still_at("b", 100), still_at("c", -50)});
  must(player.play("a"));
  must(player.advance(0.1));
  must(player.crossfade("b", 1));
  must(player.advance(0.5));
  must(player.crossfade("c", 1));
  must(player.advance(0));
  EXPECT_NEAR(x_of(player), 50, 1e-9);
  must(player.advance(0.5));
  EXPECT_NEAR(x_of(player), -50 + 50 + 150 * 0.15625, 0.05);  // the speed is seen over a millisecond
  EXPECT_TRUE(player.in_transition());
  must(player.advance(0.5));
  EXPECT_NEAR(x_of(player), -50, 1e-9);
  EXPECT_FALSE(player.in_transition());
}

// --- no pops: positions within 1 mm and speeds within 5 % across the switch, at H = 1.8 m -----------------

struct Figure {
  Scene scene;
  std::vector<std::uint32_t> node_of_output;
  double metres_per_unit = 1;

  std::vector<Vec3d> joints(const Player& player) const {
    const Pose pose = scene_pose(scene, node_of_output, player.pose());
    std::vector<Vec3d> points;
    for (const Mat4d& world : pose.world) points.push_back(translation_part(world) * metres_per_unit);
    return points;
  }
};

// Speeds at the first of three moments, which lie h apart; h < 0: at the last of three.
Vec3d speed_of(const Vec3d& at, const Vec3d& next, const Vec3d& second_next, double h) {
  return (next * 4 - at * 3 - second_next) * (0.5 / h);
}

// `h_s` apart, poses are looked at on either side of the switch.
void expect_no_pop(const Figure& figure, Player& player, const std::string& next, double h_s) {
  std::vector<Vec3d> before[3], after[3];
  for (int i = 2; i >= 0; --i) {
    before[i] = figure.joints(player);
    if (i > 0) must(player.advance(h_s));
  }
  must(player.crossfade(next, 0.4));
  for (int i = 0; i < 3; ++i) {
    must(player.advance(i == 0 ? 0 : h_s));
    after[i] = figure.joints(player);
  }
  for (std::size_t i = 0; i < before[0].size(); ++i) {
    ASSERT_LE(length(after[0][i] - before[0][i]), 1e-3) << figure.scene.nodes[i].name;
    const Vec3d speed_before = speed_of(before[0][i], before[1][i], before[2][i], -h_s);
    const Vec3d speed_after = speed_of(after[0][i], after[1][i], after[2][i], h_s);
    // Of a joint that stands nearly still, 5 % of 0.1 m/s.
    ASSERT_LE(length(speed_after - speed_before), 0.05 * std::max(length(speed_before), 0.1))
        << figure.scene.nodes[i].name << " from " << length(speed_before) << " to " << length(speed_after)
        << " m/s";
  }
}

// Changes its mind again and again, in the middle of transitions.
void expect_no_pops(const std::string& path, SetKind kind, double h_s,
                    const std::vector<std::string>& clips) {
  Figure figure{must(read_x_file(path)), {}, 1};
  figure.metres_per_unit = 1.8 / scene_size(figure.scene);
  SceneControllerSettings settings;
  settings.kind = kind;
  SceneController made = must(make_controller(figure.scene, settings));
  figure.node_of_output = made.node_of_output;
  Player player = must(Player::create(std::move(made.controller)));
  must(player.play(clips[0]));
  must(player.advance(0.219));
  must(player.crossfade(clips[1 % clips.size()], 0.4));
  for (int i = 2; i < 30; ++i) {
    must(player.advance(0.0613 + 0.005 * i));
    ASSERT_TRUE(player.in_transition());
    ASSERT_NO_FATAL_FAILURE(
        expect_no_pop(figure, player, clips[static_cast<std::size_t>(i) % clips.size()], h_s))
        << path << " " << i;
  }
}

const std::vector<std::string> kMannequinClips = {"walk", "jump", "sit", "idle"};
constexpr const char* kMannequin = SKELTER_SOURCE_DIR "/assets/mannequin.x";

TEST(Player, interrupting_a_transition_of_the_mannequin_never_pops) {
  expect_no_pops(kMannequin, SetKind::reference, 2e-5, kMannequinClips);
}

// Compiled clips move in steps of a millionth of a second and a ten-millionth of H, so that speeds are looked
// at over a longer time.
TEST(Player, interrupting_a_transition_of_compiled_clips_never_pops) {
  expect_no_pops(kMannequin, SetKind::compiled, 4e-4, kMannequinClips);
}

TEST(Player, interrupting_a_transition_of_tiny_never_pops) {
  SKELTER_REQUIRE_CORPUS();
  expect_no_pops(test::corpus_folder() + "/x/sdk_legacy/tiny_4anim.x", SetKind::reference, 2e-5,
                 {"Loiter", "Walk", "Jog", "Wave"});
}

}  // namespace
}  // namespace skelter
