// The character of the character demo when it is moved by its graph, and the keys for it.

#include "demos/character/walker.h"

#include <gtest/gtest.h>

#include <cmath>

#include "demos/character/character_state.h"
#include "demos/keys.h"
#include "demos/walking_figure.h"
#include "skelter/scene/edit.h"

namespace skelter::test::walker {
namespace {

using demos::CharacterState;
using demos::WalkCommand;
using demos::Walker;

class Graphed : public WalkingFigure {
 protected:
  Vec3d at(const char* joint) { return position_of(joint); }
};

TEST_F(Graphed, goes_where_it_is_steered_at_the_requested_speed) {
  WalkCommand wish;
  wish.speed_m_s = 2;
  ASSERT_TRUE(figure_->advance(1.5, wish).ok());
  EXPECT_EQ(figure_->doing(), "ground");
  EXPECT_NEAR(figure_->speed_m_s(), 2, 1e-6);
  const double from = figure_->place().translation.z;
  ASSERT_TRUE(figure_->advance(2, wish).ok());
  EXPECT_NEAR(figure_->place().translation.z - from, 4, 0.02);
  wish.turn = 1;  // to the left, +x
  ASSERT_TRUE(figure_->advance(0.5, wish).ok());
  EXPECT_GT(rotate(figure_->place().rotation, Vec3d{0, 0, 1}).x, 0.5);
  // The pose is at the character's position.
  EXPECT_NEAR(at("pelvis").z, figure_->place().translation.z, 0.2);
}

TEST_F(Graphed, jumps_sits_and_waves_once_per_request) {
  WalkCommand wish;
  wish.jumps = 1;
  ASSERT_TRUE(figure_->advance(0.3, wish).ok());
  EXPECT_EQ(figure_->doing(), "jump");
  ASSERT_TRUE(figure_->advance(2, wish).ok());
  EXPECT_EQ(figure_->doing(), "ground");
  const double standing = at("pelvis").y;
  wish.sits = true;
  wish.waves = 1;
  ASSERT_TRUE(figure_->advance(1.2, wish).ok());
  EXPECT_EQ(figure_->doing(), "sit");
  EXPECT_GT(at("right_hand").y, at("neck").y);
  ASSERT_TRUE(figure_->advance(2, wish).ok());
  EXPECT_LT(at("pelvis").y, standing - 0.3);
  wish.sits = false;
  ASSERT_TRUE(figure_->advance(3, wish).ok());
  EXPECT_EQ(figure_->doing(), "ground");
}

TEST_F(Graphed, a_run_into_a_jump_continues_in_the_air) {
  WalkCommand wish;
  wish.speed_m_s = 3;
  ASSERT_TRUE(figure_->advance(2, wish).ok());
  const double from = figure_->place().translation.z;
  wish.jumps = 1;
  ASSERT_TRUE(figure_->advance(0.6, wish).ok());
  EXPECT_NEAR(figure_->place().translation.z - from, 1.8, 0.2);
}

TEST_F(Graphed, starts_again_at_a_place) {
  WalkCommand wish;
  wish.speed_m_s = 4;
  ASSERT_TRUE(figure_->advance(2, wish).ok());
  figure_->restart({{1, 0, 2}, {}});
  EXPECT_EQ(figure_->place().translation, (Vec3d{1, 0, 2}));
  EXPECT_EQ(figure_->speed_m_s(), 0);
}

TEST(Walker, reports_errors_in_its_configuration) {
  auto scene = read_x_file(asset_path("mannequin.x"));
  ASSERT_TRUE(scene.ok());
  EXPECT_FALSE(Walker::create(*scene, "no such file.json").ok());
  // A configuration without a graph.
  const auto none = Walker::create(*scene, SKELTER_SOURCE_DIR "/CMakePresets.json");
  EXPECT_FALSE(none.ok());
}

CharacterState with_graph() {
  CharacterState state({4, 7, 9}, 1, 1.8, false);
  state.add_graph();
  return state;
}

TEST(CharacterGraphKeys, arrows_start_the_graph_and_digits_end_it) {
  CharacterState state = with_graph();
  EXPECT_FALSE(state.graph_plays());
  state.handle(down(Key::up));
  EXPECT_TRUE(state.graph_plays());
  state.handle(down('1'));
  EXPECT_FALSE(state.graph_plays());
  state.handle(down('J'));
  EXPECT_TRUE(state.graph_plays());
  EXPECT_EQ(state.wish().speed_m_s, 0);  // since the start
  EXPECT_EQ(state.wish().jumps, 1u);
}

TEST(CharacterGraphKeys, up_and_down_change_the_speed_between_standing_and_the_fastest) {
  CharacterState state = with_graph();
  state.handle(down(Key::up));
  state.handle(down(Key::up));
  EXPECT_EQ(state.wish().speed_m_s, 1);
  state.handle(down(Key::down));
  EXPECT_EQ(state.wish().speed_m_s, 0.5);
  for (int i = 0; i < 20; ++i) state.handle(down(Key::up));
  EXPECT_EQ(state.wish().speed_m_s, 4);
  for (int i = 0; i < 20; ++i) state.handle(down(Key::down));
  EXPECT_EQ(state.wish().speed_m_s, 0);
}

TEST(CharacterGraphKeys, turns_while_held_sits_and_stands_by_t) {
  CharacterState state = with_graph();
  state.handle(down(Key::left));
  EXPECT_EQ(state.wish().turn, 1);
  state.handle(down(Key::right));
  EXPECT_EQ(state.wish().turn, 0);
  state.handle(down(Key::up));
  state.handle(down('T'));
  EXPECT_TRUE(state.wish().sits);
  EXPECT_EQ(state.wish().speed_m_s, 0);
  state.handle(down('W'));
  EXPECT_EQ(state.wish().waves, 1u);
  state.handle(down('T'));
  EXPECT_FALSE(state.wish().sits);
}

TEST(CharacterGraphKeys, without_a_graph_arrows_move_the_figure_as_before) {
  CharacterState state({4, 7, 9}, 1, 1.8, false);
  state.handle(down(Key::up));
  state.update(1);
  EXPECT_FALSE(state.graph_plays());
  EXPECT_GT(state.position().z, 0.1);
}

}  // namespace
}  // namespace skelter::test::walker
