// Tests that the mannequin's graph follows its inputs.

#include <gtest/gtest.h>

#include <string>

#include "play/mannequin_hero.h"

namespace skelter::test::mannequin_graph {
namespace {

void play(MannequinHero& hero, double seconds) {
  for (double time_s = 0; time_s < seconds - 1e-9; time_s += 1.0 / 60) hero.update(1.0 / 60);
}
double weight_of(const MannequinHero& hero, std::string_view clip) {
  double weight = 0;
  for (const PoseListEntry& line : hero.list)
    if (line.clip != kPoseListStage && hero.clip_name(line.clip) == clip) weight += double{line.weight};
  return weight;
}
Vec3d joint(const MannequinHero& hero, std::string_view name) {
  return hero.world(mannequin_assets().data.find_joint(name), {});
}

TEST(MannequinGraph, stands_until_its_speed_is_set) {
  MannequinHero hero;
  play(hero, 1);
  EXPECT_EQ(weight_of(hero, "idle"), 1);
  EXPECT_EQ(hero.world_from_character.translation, (Vec3d{0, 0, 0}));
  hero.set("speed", 9);  // above the maximum speed
  play(hero, 3);
  EXPECT_EQ(weight_of(hero, "sprint"), 1);
}

// Root motion must have the requested speed, also between the clips. 1.6 is halfway between two clips.
TEST(MannequinGraph, moves_at_the_requested_speed) {
  for (const double speed : {0.3, 0.5, 0.9, 1.6, 2.7, 4.0}) {
    MannequinHero hero;
    hero.set("speed", static_cast<float>(speed));
    play(hero, speed / 2 + 0.1);
    const double from = hero.world_from_character.translation.z;
    play(hero, 2);
    EXPECT_NEAR(hero.world_from_character.translation.z - from, 2 * speed, 0.01 * speed) << speed;
    EXPECT_NEAR(hero.world_from_character.translation.x, 0, 1e-3) << speed;
  }
}

TEST(MannequinGraph, jumps_and_continues) {
  for (const float speed : {0.0f, 3.0f}) {
    MannequinHero hero;
    hero.set("speed", speed);
    play(hero, 2);
    const double standing = joint(hero, "pelvis").y;
    hero.fire("jump");
    double highest = 0;
    for (int frame = 0; frame < 60; ++frame) {
      hero.update(1.0 / 60);
      highest = std::max(highest, joint(hero, "pelvis").y);
    }
    EXPECT_GT(highest, standing + 0.15) << speed;
    play(hero, 1.5);
    EXPECT_EQ(weight_of(hero, "jump"), 0) << speed;
    EXPECT_EQ(weight_of(hero, speed > 0 ? "run_ahead" : "idle"), 1) << speed;
  }
}

TEST(MannequinGraph, sits_down_and_stands_up_but_not_while_running) {
  MannequinHero hero;
  const double standing = joint(hero, "pelvis").y;
  hero.set("sit", 1);
  play(hero, 3);
  EXPECT_NEAR(joint(hero, "pelvis").y, standing - 0.388, 0.01);
  hero.set("sit", 0);
  play(hero, 0.8);  // a second jump, by the same transition
  EXPECT_GT(weight_of(hero, "sit"), 0.99);
  EXPECT_LT(joint(hero, "pelvis").y, standing - 0.1);
  play(hero, 2.2);
  EXPECT_EQ(weight_of(hero, "idle"), 1);
  hero.set("speed", 3);
  play(hero, 2);
  hero.set("sit", 1);
  play(hero, 1);
  EXPECT_EQ(weight_of(hero, "sit"), 0);
}

TEST(MannequinGraph, falls_until_it_lands) {
  MannequinHero hero;
  hero.set("grounded", 0);
  play(hero, 2);
  EXPECT_EQ(weight_of(hero, "fall"), 1);
  hero.set("grounded", 1);
  play(hero, 1);
  EXPECT_EQ(weight_of(hero, "idle"), 1);
}

// The legs must move in the same way as without the wave.
TEST(MannequinGraph, waves_with_the_upper_body_while_it_walks) {
  MannequinHero waving, walking;
  for (MannequinHero* hero : {&waving, &walking}) {
    hero->set("speed", 1.2f);
    play(*hero, 2);
  }
  waving.fire("wave");
  play(waving, 1.2);
  play(walking, 1.2);
  EXPECT_GT(joint(waving, "right_hand").y, joint(waving, "neck").y);
  EXPECT_LT(joint(walking, "right_hand").y, joint(walking, "spine2").y);
  for (const char* leg : {"left_foot", "right_foot", "left_shin", "pelvis"})
    EXPECT_LT(length(joint(waving, leg) - joint(walking, leg)), 1e-5) << leg;
  play(waving, 3);
  EXPECT_EQ(weight_of(waving, "wave"), 0);
}

// Left is +x.
TEST(MannequinGraph, leans_into_the_turn_above_its_hips) {
  MannequinHero straight, left, right;
  left.set("turn", 1);
  right.set("turn", -1);
  for (MannequinHero* hero : {&straight, &left, &right}) play(*hero, 1);
  EXPECT_GT(joint(left, "neck").x, joint(straight, "neck").x + 0.02);
  EXPECT_LT(joint(right, "neck").x, joint(straight, "neck").x - 0.02);
  EXPECT_EQ(joint(left, "left_toes"), joint(straight, "left_toes"));
}

}  // namespace
}  // namespace skelter::test::mannequin_graph
