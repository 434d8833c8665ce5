// The tower demo's keys, without a window.

#include "demos/tower_state.h"
#include "demos/keys.h"

#include <gtest/gtest.h>

namespace skelter::test {
namespace {

using demos::TowerClock;
using demos::TowerState;

TEST(TowerState, extras_are_off_at_the_start_and_each_has_its_key) {
  TowerState state(false);
  EXPECT_FALSE(state.bones || state.weights || state.matrices || state.on_gpu || state.clock.paused());
  state.handle(down('B'));
  EXPECT_TRUE(state.bones && !state.weights && !state.matrices && !state.on_gpu);
  state.handle(down('W'));
  state.handle(down('M'));
  state.handle(down('K'));
  EXPECT_TRUE(state.bones && state.weights && state.matrices && state.on_gpu);
  for (const char key : {'B', 'W', 'M', 'K'}) state.handle(down(key));
  EXPECT_FALSE(state.bones || state.weights || state.matrices || state.on_gpu);
}

TEST(TowerState, letting_go_does_nothing) {
  TowerState state(false);
  state.handle({static_cast<Key>('B'), Press::up, {}});
  state.handle({Key::space, Press::up, {}});
  state.handle({Key::right, Press::up, {}});
  EXPECT_FALSE(state.bones || state.clock.paused());
  EXPECT_EQ(state.clock.time_s(), 0);
}

// T-50: it animates by itself.
TEST(TowerState, time_goes_on_until_space_holds_it) {
  TowerState state(false);
  state.clock.update(0.25);
  EXPECT_EQ(state.clock.time_s(), 0.25);
  state.handle({Key::space, Press::down, {}});
  state.clock.update(0.25);
  EXPECT_EQ(state.clock.time_s(), 0.25);
  state.handle({Key::space, Press::down, {}});
  state.clock.update(0.25);
  EXPECT_EQ(state.clock.time_s(), 0.5);
}

TEST(TowerState, arrows_hold_and_step_and_repeat) {
  TowerState state(false);
  state.clock.update(1);
  state.handle({Key::right, Press::down, {}});
  state.handle({Key::right, Press::repeat, {}});
  state.clock.update(1);
  EXPECT_NEAR(state.clock.time_s(), 1.1, 1e-12);
  state.handle({Key::left, Press::down, {}});
  EXPECT_NEAR(state.clock.time_s(), 1.05, 1e-12);
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
