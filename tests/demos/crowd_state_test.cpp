// Keys and members of the crowd demo, without a window.

#include "demos/crowd/crowd_state.h"
#include "demos/keys.h"

#include <gtest/gtest.h>

#include <cmath>

namespace skelter::test {
namespace {

using demos::crowd_member;
using demos::CrowdState;

TEST(CrowdState, plus_and_minus_double_and_halve_within_hundreds_to_thousands) {
  CrowdState state;
  EXPECT_EQ(state.members, 500u);
  state.handle(down(Key::equal));
  EXPECT_EQ(state.members, 1000u);
  for (int i = 0; i < 5; ++i) state.handle(down(Key::pad_plus));
  EXPECT_EQ(state.members, 4000u);
  for (int i = 0; i < 9; ++i) state.handle(down(Key::minus));
  EXPECT_EQ(state.members, 125u);
}

TEST(CrowdState, g_switches_the_posing_processor_and_the_maximum_number) {
  CrowdState state;
  state.handle(down(static_cast<Key>('G')));
  EXPECT_TRUE(state.poses_on_card);
  for (int i = 0; i < 12; ++i) state.handle(down(Key::equal));
  EXPECT_EQ(state.members, 128'000u);
  state.handle(down(static_cast<Key>('G')));
  EXPECT_FALSE(state.poses_on_card);
  EXPECT_EQ(state.members, 4000u);
}

TEST(CrowdState, arrows_change_the_budget_by_a_quarter) {
  CrowdState state;
  const double before = state.budget_s;
  state.handle(down(Key::up));
  EXPECT_NEAR(state.budget_s, before * 1.25, 1e-12);
  state.handle(down(Key::down));
  EXPECT_NEAR(state.budget_s, before, 1e-12);
}

TEST(CrowdState, l_b_and_space_switch) {
  CrowdState state;
  state.handle(down(static_cast<Key>('L')));
  state.handle(down(static_cast<Key>('B')));
  state.handle(down(Key::space));
  EXPECT_FALSE(state.level_colors);
  EXPECT_FALSE(state.budget_on);
  EXPECT_FALSE(state.clock.playing);
}

TEST(CrowdMembers, are_the_same_every_time_and_differ_from_each_other) {
  const auto a = crowd_member(7, 500, 10, 4), again = crowd_member(7, 500, 10, 4),
             b = crowd_member(8, 500, 10, 4);
  EXPECT_EQ(a.start, again.start);
  EXPECT_NE(a.start, b.start);
  EXPECT_NE(a.heading_rad, b.heading_rad);
}

TEST(CrowdMembers, half_of_them_walk_and_all_clips_are_used_evenly_by_the_others) {
  int counts[4] = {};
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const auto member = crowd_member(i, 3000, 10, 4);
    ASSERT_LT(member.clip, 4u);
    ++counts[member.clip];
    EXPECT_LE(std::abs(member.start.x), 10);
    EXPECT_LE(std::abs(member.start.z), 10);
  }
  EXPECT_NEAR(counts[0], 1500, 150);
  for (int clip = 1; clip < 4; ++clip) EXPECT_NEAR(counts[clip], 500, 100);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(crowd_member(i, 100, 10, 1).clip, 0u);
}

TEST(CrowdLevels, get_cheaper_and_fit_any_skeleton) {
  const std::vector<std::vector<std::uint32_t>> skeletons{{67, 47, 29}, {67, 40}, {12}};
  for (const auto& joints : skeletons) {
    const auto levels = demos::crowd_levels(joints);
    ASSERT_EQ(levels.size(), 4u);
    EXPECT_EQ(validate_levels(levels), Status::ok);
    for (const CrowdLevel& level : levels) EXPECT_LT(level.lod, joints.size());
  }
}

}  // namespace
}  // namespace skelter::test
