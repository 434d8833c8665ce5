// The keys of the character demo, without a window.

#include "demos/character/character_state.h"

#include <gtest/gtest.h>

#include "demos/keys.h"
#include "skelter/formats/x/read.h"
#include "support/assets.h"

namespace skelter::test {
namespace {

using demos::CharacterCamera;
using demos::CharacterState;

constexpr double kHeight = 1.8;

CharacterState state_of(bool faithful = false) {
  return CharacterState({4, 7, 9}, 1, kHeight, faithful);
}

// Requirement C-46 of docs/tutorials.md.
TEST(CharacterState, starts_with_the_given_clip_at_half_speed) {
  const CharacterState state = state_of();
  EXPECT_EQ(state.clip(), 1u);
  EXPECT_EQ(state.scene_clip(), 7u);
  EXPECT_EQ(state.speed(), 0.5);
}

TEST(CharacterState, digits_choose_clips_and_those_without_a_clip_do_nothing) {
  CharacterState state = state_of();
  state.handle(down('3'));
  EXPECT_EQ(state.scene_clip(), 9u);
  state.handle(down('4'));
  state.handle(down('0'));
  EXPECT_EQ(state.scene_clip(), 9u);
  state.handle(down(Key::pad_1));
  EXPECT_EQ(state.scene_clip(), 4u);
}

TEST(CharacterState, plus_and_minus_change_the_speed_down_to_standing_still) {
  CharacterState state = state_of();
  state.handle(down(Key::equal));
  EXPECT_NEAR(state.speed(), 0.6, 1e-12);
  for (int i = 0; i < 10; ++i) state.handle(down(Key::minus));
  EXPECT_EQ(state.speed(), 0);
  for (int i = 0; i < 40; ++i) state.handle(down(Key::pad_plus));
  EXPECT_EQ(state.speed(), 3);
}

// Requirement C-89 of docs/tutorials.md.
TEST(CharacterState, c_goes_through_both_cameras_and_the_automatic_one) {
  CharacterState state = state_of(true);
  EXPECT_EQ(state.camera(), CharacterCamera::first);
  state.handle(down('C'));
  EXPECT_EQ(state.camera(), CharacterCamera::second);
  state.handle(down('C'));
  EXPECT_EQ(state.camera(), CharacterCamera::automatic);
  state.handle(down('C'));
  EXPECT_EQ(state.camera(), CharacterCamera::first);
  EXPECT_EQ(state_of(false).camera(), CharacterCamera::automatic);
}

// C-21, C-22: the numbers of the tutorial's cameras. In our coordinate system, z has the opposite sign.
TEST(CharacterState, faithful_cameras_are_those_that_the_tutorial_means) {
  const auto first = demos::character_camera(CharacterCamera::first, kHeight, 0, true);
  const auto second = demos::character_camera(CharacterCamera::second, kHeight, 0, true);
  ASSERT_TRUE(first && second);
  const auto a = view_matrix(*first), b = view_matrix(*second);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_NEAR(a->m[12], 0, 1e-9);
  EXPECT_NEAR(a->m[13], 0, 1e-9);
  EXPECT_NEAR(a->m[14], -10, 1e-9);
  EXPECT_NEAR(b->m[13], -8.944272, 1e-6);
  EXPECT_NEAR(b->m[14], -17.888544, 1e-6);
  EXPECT_NEAR((*b)(2, 1), -0.447214, 1e-6);
  EXPECT_NEAR((*b)(2, 2), 0.894427, 1e-6);
  EXPECT_FALSE(demos::character_camera(CharacterCamera::automatic, kHeight, 0, true));
}

// C-89: the second camera is on the ground. It sees a character under atan(20 / 28) = 35.5 degrees, and its
// view has 45.
TEST(CharacterState, repaired_cameras_follow_the_figures_height_and_stand_far_enough_away) {
  const auto first = demos::character_camera(CharacterCamera::first, 4, 0, false);
  const auto second = demos::character_camera(CharacterCamera::second, 20, 0, false);
  const auto small = demos::character_camera(CharacterCamera::second, 2, -1, false);
  ASSERT_TRUE(first && second && small);
  EXPECT_EQ(first->eye, (Vec3d{0, 0, 10}));
  EXPECT_EQ(first->target, (Vec3d{0, 0, 0}));
  EXPECT_EQ(second->eye, (Vec3d{0, 0, 28}));
  EXPECT_EQ(second->target, (Vec3d{0, 10, 0}));
  EXPECT_NEAR(small->eye.y, -1, 1e-12);
  EXPECT_NEAR(small->eye.z, 2.8, 1e-12);
  EXPECT_NEAR(small->target.y, 0, 1e-12);
}

TEST(CharacterState, palette_goes_from_unlimited_through_26_30_and_40) {
  CharacterState state = state_of();
  EXPECT_EQ(state.palette(), 0u);
  for (const std::uint32_t expected : {26u, 30u, 40u, 0u}) {
    state.handle(down('P'));
    EXPECT_EQ(state.palette(), expected);
  }
}

// For a person in metres, the light is where the tutorial has it. For a model of 513 units, it is 285 times
// as far away.
TEST(CharacterState, light_is_as_far_away_as_the_figure_is_tall) {
  const CharacterState tiny({4}, 0, 513, false), as_printed({4}, 0, 513, true);
  EXPECT_NEAR(tiny.light().y, 50 * 285, 1e-9);
  EXPECT_NEAR(tiny.light().z, 100 * 285, 1e-9);
  EXPECT_EQ(as_printed.light(), (Vec3d{0, 50, 100}));
}

// C-73: the light is at (0, 50, -100) in Direct3D's axes.
TEST(CharacterState, light_starts_where_it_was_chosen_and_l_moves_it_round) {
  CharacterState state = state_of();
  EXPECT_EQ(state.light(), (Vec3d{0, 50, 100}));
  for (int i = 0; i < 3; ++i) state.handle(down('L'));
  EXPECT_NEAR(state.light().x, 100, 1e-9);
  EXPECT_NEAR(state.light().y, 50, 1e-9);
  EXPECT_NEAR(state.light().z, 0, 1e-9);
}

// Requirement C-79 of docs/tutorials.md.
TEST(CharacterState, d_asks_for_a_new_context_once) {
  CharacterState state = state_of();
  EXPECT_FALSE(state.takes_new_context());
  state.handle(down('D'));
  EXPECT_TRUE(state.takes_new_context());
  EXPECT_FALSE(state.takes_new_context());
}

// C-49: the character walks one height per second at speed 1, so half a height per second at the initial
// speed.
TEST(CharacterState, arrows_walk_the_figure_over_the_ground_while_they_are_held) {
  CharacterState state = state_of();
  state.set_stride(1);
  state.handle(down(Key::up));
  state.update(1);
  EXPECT_NEAR(state.position().z, 0.5 * kHeight, 1e-12);
  state.handle({Key::up, Press::up, {}});
  state.update(1);
  EXPECT_NEAR(state.position().z, 0.5 * kHeight, 1e-12);
  state.handle(down(Key::down));
  state.update(0.5);
  EXPECT_NEAR(state.position().z, 0.25 * kHeight, 1e-12);
}

TEST(CharacterState, left_and_right_turn_the_way_it_walks) {
  CharacterState state = state_of();
  state.set_stride(1);
  state.handle(down(Key::left));
  state.update(0.78539816339744831);  // a quarter turn at 2 radians per second
  state.handle({Key::left, Press::up, {}});
  state.handle(down(Key::up));
  state.update(1);
  EXPECT_NEAR(state.position().x, 0.5 * kHeight, 1e-9);
  EXPECT_NEAR(state.position().z, 0, 1e-9);
  const Vec3d ahead = transform_direction(state.place(), Vec3d{0, 0, 1});
  EXPECT_NEAR(ahead.x, 1, 1e-9);
}

// There are nine keys, which play the first nine complete clips.
TEST(CharacterState, partial_clips_are_not_on_the_keys) {
  const auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  std::vector<std::string> names;
  for (const std::uint32_t clip : demos::keyed_clips(*scene)) names.push_back(*scene->clips[clip].name);
  EXPECT_EQ(names, (std::vector<std::string>{"walk", "run", "idle", "wave", "jump", "sit", "stroll",
                                             "walk_ahead", "jog"}));
}

}  // namespace
}  // namespace skelter::test
