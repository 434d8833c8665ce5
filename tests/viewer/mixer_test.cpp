#include "viewer/content/mixer.h"

#include <gtest/gtest.h>

#include "support/near.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

class Mixing : public ::testing::Test {
 protected:
  void SetUp() override {
    auto made = Mixer::create(scene_, {});
    ASSERT_TRUE(made.ok()) << to_string(made.error());
    mixer_ = std::move(*made);
    mix_.on = true;
    mix_.tracks.resize(2);
    mix_.tracks[0].clip = 0;  // bend
    mix_.tracks[1].clip = 1;  // rise
  }
  void advance(double dt_s) {
    const auto advanced = mixer_->advance(mix_, dt_s);
    ASSERT_TRUE(advanced.ok()) << to_string(advanced.error());
  }
  // Height of Upper, and how far it has turned about z.
  double height() const { return mixer_->pose().local[1].m[13]; }
  double turn_deg() const {
    const Mat4d local = mixer_->pose().local[1];
    return std::atan2(local(1, 0), local(0, 0)) * 180 / 3.14159265358979323846;
  }
  const Scene scene_ = test::figure();
  std::unique_ptr<Mixer> mixer_;
  MixState mix_;
};

// After 0.25 s bend is at 22.5 degrees and height 1, rise at height 2 without a turn: half of both.
TEST_F(Mixing, tracks_are_mixed_by_their_weights) {
  advance(0.25);
  EXPECT_NEAR(height(), 1.5, 1e-6);
  EXPECT_NEAR(turn_deg(), 11.25, 1e-4);
  mix_.tracks[0].weight = 0;
  advance(0);
  EXPECT_NEAR(height(), 2, 1e-6);
  EXPECT_NEAR(turn_deg(), 0, 1e-6);
}

TEST_F(Mixing, speed_and_position_are_taken_over_and_written_back) {
  mix_.tracks[0].speed = 2;
  mix_.tracks[1].enabled = false;
  advance(0.25);
  EXPECT_NEAR(turn_deg(), 45, 1e-4);
  EXPECT_NEAR(mix_.tracks[0].position_s, 0.5, 1e-12);
  EXPECT_EQ(mix_.tracks[1].position_s, 0) << "a track that is off stands still";
  mix_.tracks[0].position_s = 0.125;
  advance(0);
  EXPECT_NEAR(turn_deg(), 11.25, 1e-4);
}

TEST_F(Mixing, a_fade_is_an_event_that_the_state_follows) {
  mix_.tracks[1].weight = 0;
  advance(0);
  ASSERT_TRUE(mixer_->fade_weight(1, 1, 0.2).ok());
  advance(0.1);
  EXPECT_NEAR(mix_.tracks[1].weight, 0.5, 1e-9) << "eased: half at half time";
  advance(0.1);
  EXPECT_NEAR(mix_.tracks[1].weight, 1, 1e-9);
}

TEST_F(Mixing, the_priority_blend_moves_between_low_and_high) {
  mix_.tracks[1].high_priority = true;
  mix_.priority_blend = 0;
  advance(0.25);
  EXPECT_NEAR(height(), 1, 1e-6) << "only bend";
  mix_.priority_blend = 1;
  advance(0);
  EXPECT_NEAR(height(), 2, 1e-6) << "only rise";
}

TEST_F(Mixing, a_removed_track_is_silent) {
  advance(0.25);
  mix_.tracks.pop_back();
  advance(0);
  EXPECT_NEAR(height(), 1, 1e-6);
  EXPECT_NEAR(turn_deg(), 22.5, 1e-4);
}

TEST_F(Mixing, another_clip_starts_from_its_beginning) {
  advance(0.25);
  mix_.tracks[0].clip = 1;
  mix_.tracks[0].position_s = 0;
  mix_.tracks[1].enabled = false;
  advance(0);
  EXPECT_NEAR(height(), 1, 1e-6);
}

}  // namespace
}  // namespace skelter
