// The keys of the tower demo, without a window.

#include "demos/tower/tower_state.h"
#include "demos/keys.h"

#include <gtest/gtest.h>

namespace skelter::test {
namespace {

using demos::TowerClock;
using demos::TowerState;

TEST(TowerState, bones_weights_and_matrices_are_on_at_the_start_but_not_in_the_tutorials_own) {
  const TowerState ours(false), tutorials(true);
  EXPECT_TRUE(ours.bones && ours.weights && ours.matrices);
  EXPECT_FALSE(tutorials.bones || tutorials.weights || tutorials.matrices);
  for (const TowerState& state : {ours, tutorials})
    EXPECT_FALSE(state.products || state.on_gpu || state.tenth || !state.clock.playing);
}

TEST(TowerState, each_extra_has_its_key) {
  TowerState state(true);
  state.handle(down('B'));
  EXPECT_TRUE(state.bones && !state.weights && !state.matrices && !state.products && !state.on_gpu);
  for (const char key : {'W', 'M', 'N', 'K'}) state.handle(down(key));
  EXPECT_TRUE(state.bones && state.weights && state.matrices && state.products && state.on_gpu);
  for (const char key : {'B', 'W', 'M', 'N', 'K'}) state.handle(down(key));
  EXPECT_FALSE(state.bones || state.weights || state.matrices || state.products || state.on_gpu);
}

TEST(TowerState, v_goes_up_in_tenths_and_begins_again_at_the_foot) {
  TowerState state(false);
  std::vector<std::uint32_t> tenths;
  for (int i = 0; i < 12; ++i) {
    state.handle(down('V'));
    tenths.push_back(*state.tenth);
  }
  EXPECT_EQ(tenths, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1}));
}

TEST(TowerState, letting_go_does_nothing) {
  TowerState state(false);
  state.handle({static_cast<Key>('N'), Press::up, {}});
  state.handle({Key::space, Press::up, {}});
  state.handle({Key::right, Press::up, {}});
  EXPECT_FALSE(state.products || !state.clock.playing);
  EXPECT_EQ(state.clock.time_s, 0);
}

// T-50: the tower moves without any input.
TEST(TowerState, time_goes_on_until_space_holds_it) {
  TowerState state(false);
  state.clock.advance(0.25);
  EXPECT_EQ(state.clock.time_s, 0.25);
  state.handle({Key::space, Press::down, {}});
  state.clock.advance(0.25);
  EXPECT_EQ(state.clock.time_s, 0.25);
  state.handle({Key::space, Press::down, {}});
  state.clock.advance(0.25);
  EXPECT_EQ(state.clock.time_s, 0.5);
}

TEST(TowerState, arrows_hold_and_step_and_repeat) {
  TowerState state(false);
  state.clock.advance(1);
  state.handle({Key::right, Press::down, {}});
  state.handle({Key::right, Press::repeat, {}});
  state.clock.advance(1);
  EXPECT_NEAR(state.clock.time_s, 1.1, 1e-12);
  state.handle({Key::left, Press::down, {}});
  EXPECT_NEAR(state.clock.time_s, 1.05, 1e-12);
}

TEST(TowerState, t_changes_the_clock_and_faithful_starts_with_whole_milliseconds) {
  TowerState state(false);
  EXPECT_EQ(state.clock_kind, TowerClock::smooth);
  state.handle(down('T'));
  EXPECT_EQ(state.clock_kind, TowerClock::whole_ms);
  EXPECT_EQ(TowerState(true).clock_kind, TowerClock::whole_ms);
}

}  // namespace
}  // namespace skelter::test
