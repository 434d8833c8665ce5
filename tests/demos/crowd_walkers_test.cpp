// How the members of the crowd demo walk: around each other, and the same way every time.

#include "demos/crowd/crowd_walkers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace skelter::test {
namespace {

using demos::CrowdMember;
using demos::CrowdWalkers;

// Heights per second on the treadmills of docs/mannequin.md, for a character of height 1.
constexpr double kSpeeds[] = {0.583, 1.61, 0, 0};

struct WalkingCrowd {
  explicit WalkingCrowd(std::uint32_t count) {
    half_side = demos::crowd_half_side(count, demos::kRoomInHeights * demos::kRoomInHeights);
    for (std::uint32_t i = 0; i < count; ++i) {
      members.push_back(demos::crowd_member(i, count, half_side, 4));
      speeds.push_back(kSpeeds[members.back().clip] * members.back().speed);
    }
    walkers.reset(members, speeds, 1, half_side);
  }
  double least_distance() const {
    std::vector<Vec3d> at;
    for (std::size_t i = 0; i < members.size(); ++i) at.push_back(walkers.place(i).position);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < at.size(); ++a)
      for (std::size_t b = a + 1; b < at.size(); ++b) {
        const double x = at[a].x - at[b].x, z = at[a].z - at[b].z;
        least = std::min(least, x * x + z * z);
      }
    return std::sqrt(least);
  }
  std::vector<CrowdMember> members;
  std::vector<double> speeds;
  double half_side = 0;
  CrowdWalkers walkers;
};

// People are 0.26 of their height across the shoulders (Drillis and Contini 1966).
constexpr double kBodyWidth = 0.26;

TEST(CrowdWalkers, no_two_come_nearer_than_a_body_is_wide_in_a_minute) {
  WalkingCrowd crowd(500);  // the initial number of members
  double least = std::numeric_limits<double>::infinity();
  for (int frame = 0; frame <= 60 * 24; ++frame) {
    crowd.walkers.advance_to(frame / 24.0);
    least = std::min(least, crowd.least_distance());
  }
  EXPECT_GT(least, kBodyWidth);
  RecordProperty("least", std::to_string(least));
}

TEST(CrowdWalkers, other_crowds_keep_their_distance_too) {
  for (const std::uint32_t count : {2u, 125u, 2000u}) {
    WalkingCrowd crowd(count);
    for (int second = 0; second <= 12; ++second) {
      crowd.walkers.advance_to(second * 1.01);
      EXPECT_GT(crowd.least_distance(), kBodyWidth) << count << " at " << second;
    }
  }
}

TEST(CrowdWalkers, they_get_on_and_stay_on_the_field) {
  WalkingCrowd crowd(500);
  std::vector<double> way(500, 0);
  std::vector<Vec3d> before;
  for (std::size_t i = 0; i < 500; ++i) before.push_back(crowd.walkers.place(i).position);
  for (int step = 1; step <= 60 * 10; ++step) {
    crowd.walkers.advance_to(step / 10.0);
    for (std::size_t i = 0; i < 500; ++i) {
      const Vec3d now = crowd.walkers.place(i).position;
      way[i] += length(now - before[i]);
      before[i] = now;
      ASSERT_LE(std::max(std::abs(now.x), std::abs(now.z)), crowd.half_side + 0.5);
    }
  }
  double ratio = 0, movers = 0, stuck = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    if (crowd.speeds[i] == 0) {
      EXPECT_EQ(way[i], 0);
      continue;
    }
    ratio += way[i] / (crowd.speeds[i] * 60);
    stuck += way[i] < 0.3 * crowd.speeds[i] * 60 ? 1 : 0;
    movers += 1;
  }
  EXPECT_GT(ratio / movers, 0.75);
  EXPECT_LT(stuck, movers / 50);
}

// Feet must not slide: for every model, the clip advances as far as the path.
TEST(CrowdWalkers, clips_go_as_far_as_the_ground_goes_by) {
  WalkingCrowd crowd(500);
  std::vector<double> way(500, 0);
  std::vector<Vec3d> before;
  for (std::size_t i = 0; i < 500; ++i) before.push_back(crowd.walkers.place(i).position);
  for (int step = 1; step <= 300; ++step) {
    crowd.walkers.advance_to(step / 30.0);
    for (std::size_t i = 0; i < 500; ++i) {
      way[i] += length(crowd.walkers.place(i).position - before[i]);
      before[i] = crowd.walkers.place(i).position;
    }
  }
  for (std::size_t i = 0; i < 500; ++i) {
    if (crowd.speeds[i] > 0) {
      EXPECT_NEAR(crowd.walkers.walked_s(i) * crowd.speeds[i], way[i], 1e-6) << i;
    } else {
      EXPECT_EQ(crowd.walkers.walked_s(i), 10);
    }
  }
}

TEST(CrowdWalkers, a_lone_walker_keeps_its_path_and_speed) {
  CrowdMember alone;
  alone.start = {0, 0, -4};
  CrowdWalkers walkers;
  walkers.reset({&alone, 1}, {0.5}, 1, 5);
  walkers.advance_to(6);
  EXPECT_NEAR(walkers.place(0).position.x, 0, 1e-9);
  EXPECT_NEAR(walkers.place(0).position.z, -1, 1e-6);
  EXPECT_EQ(walkers.place(0).heading_rad, 0);
}

// They walk towards each other.
TEST(CrowdWalkers, two_walkers_that_meet_pass_each_other) {
  CrowdMember a, b;
  a.start = {0, 0, -3};
  b.start = {0, 0, 3};
  b.heading_rad = 3.14159265358979;
  const std::vector<CrowdMember> both{a, b};
  CrowdWalkers walkers;
  walkers.reset(both, {0.6, 0.6}, 1, 8);
  walkers.advance_to(9);
  EXPECT_GT(walkers.place(0).position.z, 1);
  EXPECT_LT(walkers.place(1).position.z, -1);
}

TEST(CrowdWalkers, a_time_gives_the_same_state_however_it_is_reached) {
  WalkingCrowd at_once(200), in_frames(200), back(200);
  at_once.walkers.advance_to(7.3);
  for (double time_s = -0.5; time_s < 7.3; time_s += 0.0137) in_frames.walkers.advance_to(time_s);
  in_frames.walkers.advance_to(7.3);
  back.walkers.advance_to(20);
  back.walkers.advance_to(7.3);
  for (std::size_t i = 0; i < 200; ++i)
    for (const WalkingCrowd* other : {&in_frames, &back}) {
      EXPECT_EQ(at_once.walkers.place(i).position, other->walkers.place(i).position);
      EXPECT_EQ(at_once.walkers.place(i).heading_rad, other->walkers.place(i).heading_rad);
      EXPECT_EQ(at_once.walkers.walked_s(i), other->walkers.walked_s(i));
    }
}

}  // namespace
}  // namespace skelter::test
