// Tracks mixed by the engine and by the reference evaluator. Expected numbers are worked out by hand from the
// model, or come from evaluate_mix. A compiled joint may differ by H / 18,000, with H = 2, and a rotation by
// the corresponding angle on the shell, which is H / 60 away.
#include "load/internal/tracks.h"
#include "load/internal/timeline.h"

#include <gtest/gtest.h>

#include <cmath>

#include "load/internal/actor.h"
#include "load/internal/reference_list.h"
#include "skelter/scene/build.h"
#include "support/near.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

enum class MixedBy { engine, reference };

constexpr double kBound = 2.0 / 18000, kBound_deg = 60.0 / 18000 * 180 / 3.14159265358979;

// Adds a third clip, "lean": Lower moves from (0, 0, 0) to (1, 0, 0) within 1 s while Upper turns by -90
// degrees.
Scene leaning_figure() {
  Scene scene = test::figure();
  Clip lean;
  lean.name = "lean";
  lean.duration_s = 1;
  lean.targets = {{"Lower", 0, {}}, {"Upper", 1, {}}};
  std::vector<float> turns;
  for (const double angle : {0.0, -45.0, -90.0})
    append_value(turns, from_axis_angle(Vec3d{0, 0, 1}, angle * 3.14159265358979323846 / 180));
  lean.channels.push_back(test::make_channel(0, ChannelPath::translation, {0, 1}, {0, 0, 0, 1, 0, 0}));
  lean.channels.push_back(test::make_channel(1, ChannelPath::rotation, {0, 0.5, 1}, turns));
  scene.clips.push_back(lean);
  return scene;
}

class Mixing : public ::testing::TestWithParam<MixedBy> {
 protected:
  void SetUp() override {
    mix_.tracks.resize(2);
    mix_.tracks[0].clip = kBend;
    mix_.tracks[1].clip = kRise;
  }
  Pose shown(const Scene& scene, Actor& actor) {
    if (GetParam() == MixedBy::reference) {
      const TrackList list = track_list(scene, mix_, {});
      return evaluate_list(scene, list.lines, list.mask_nodes);
    }
    actor.show_tracks(mix_);
    EXPECT_FALSE(actor.why_reference().has_value());
    return actor.node_pose();
  }
  Pose shown(const Scene& scene) { return shown(scene, **Actor::create(scene)); }
  void go_on(double dt_s) {
    Timeline().advance(mix_, dt_s);
    pose_ = shown(scene_, *actor_);
  }
  // The height of Upper, its angle about z, and the position of Lower.
  double height() const { return pose_.local[1].m[13]; }
  double turn_deg() const {
    return std::atan2(pose_.local[1](1, 0), pose_.local[1](0, 0)) * 180 / 3.14159265358979323846;
  }
  double lower_x() const { return pose_.local[0].m[12]; }

  static constexpr std::uint32_t kBend = 0, kRise = 1, kLean = 2;
  static constexpr std::uint32_t kLower = 0, kUpper = 1, kBody = 2;  // nodes
  const Scene scene_ = leaning_figure();
  const std::unique_ptr<Actor> actor_ = *Actor::create(scene_);
  Tracks mix_;
  Pose pose_;
};

// After 0.25 s, bend is at 22.5 degrees and height 1, and rise is at height 2 without a rotation. The result
// is the mean of the two.
TEST_P(Mixing, tracks_are_mixed_by_the_ratio_of_their_weights) {
  go_on(0.25);
  EXPECT_NEAR(height(), 1.5, kBound);
  EXPECT_NEAR(turn_deg(), 11.25, kBound_deg);
  mix_.tracks[0].weight = mix_.tracks[1].weight = 0.01;
  go_on(0);
  EXPECT_NEAR(height(), 1.5, kBound) << "not what the weights are, but their ratio";
  mix_.tracks[0].weight = 0;
  go_on(0);
  EXPECT_NEAR(height(), 2, kBound);
  EXPECT_NEAR(turn_deg(), 0, kBound_deg);
  mix_.tracks[1].weight = 0;
  go_on(0);
  EXPECT_EQ(height(), 1) << "at rest";
}

TEST_P(Mixing, speed_and_position_advance_while_a_track_is_on) {
  mix_.tracks[0].speed = 2;
  mix_.tracks[1].enabled = false;
  go_on(0.25);
  EXPECT_NEAR(turn_deg(), 45, kBound_deg);
  EXPECT_NEAR(mix_.tracks[0].position_s, 0.5, 1e-12);
  EXPECT_EQ(mix_.tracks[1].position_s, 0) << "a track that is off stands still";
  mix_.tracks[0].position_s = 3.125;
  go_on(0);
  EXPECT_NEAR(turn_deg(), 11.25, kBound_deg) << "in the fourth round";
}

TEST_P(Mixing, a_fade_is_smooth_or_linear) {
  mix_.tracks[0].weight = mix_.tracks[1].weight = 0;
  fade_weight(mix_, 0, 1, 0.2);
  fade_weight(mix_, 1, 0.8, 0.2, true);
  Timeline().advance(mix_, 0.05);
  EXPECT_NEAR(mix_.tracks[0].weight, 3.0 / 16 - 2.0 / 64, 1e-9) << "3u^2 - 2u^3";
  EXPECT_NEAR(mix_.tracks[1].weight, 0.2, 1e-9);
  Timeline().advance(mix_, 0.05);
  EXPECT_NEAR(mix_.tracks[0].weight, 0.5, 1e-9);
  Timeline().advance(mix_, 0.1 + 1e-9);
  EXPECT_EQ(mix_.tracks[0].weight, 1);
  EXPECT_EQ(mix_.tracks[1].weight, 0.8);
  EXPECT_FALSE(mix_.tracks[0].fade);
  fade_weight(mix_, 0, 0.5, 0);
  EXPECT_EQ(mix_.tracks[0].weight, 0.5) << "at once";
}

TEST_P(Mixing, the_priority_blend_moves_between_low_and_high) {
  mix_.tracks[1].high_priority = true;
  mix_.tracks[1].weight = 0.2;
  for (const double blend : {0.0, 0.25, 1.0}) {
    mix_.priority_blend = blend;
    mix_.tracks[0].position_s = mix_.tracks[1].position_s = 0.25;
    go_on(0);
    EXPECT_NEAR(height(), 1 + blend, kBound) << "whatever the weights";
  }
}

// bend and rise begin in the rest pose, so the differences from their first poses are the ones that
// evaluate_mix adds.
TEST_P(Mixing, an_additive_track_adds_its_difference_from_its_first_pose) {
  mix_.tracks[1].additive = true;
  mix_.tracks[0].position_s = mix_.tracks[1].position_s = 0.25;
  for (const double weight : {0.0, 0.5, 1.0}) {
    mix_.tracks[1].weight = weight;
    go_on(0);
    EXPECT_NEAR(height(), 1 + weight, 2 * kBound);
    EXPECT_NEAR(turn_deg(), 22.5, kBound_deg);
    const MixLayer layers[] = {{kBend, 1, 0.25}, {kRise, weight, 0.25}};
    const Pose judge = evaluate_mix(scene_, layers, MixMode::additive);
    EXPECT_NEAR(judge.local[1].m[13], height(), 2 * kBound);
  }
}

TEST_P(Mixing, the_first_pose_of_an_additive_clip_adds_nothing) {
  Scene shifted = scene_;
  std::vector<float>& heights = shifted.clips[kRise].channels[0].values;
  heights[1] = 2;  // from height 2 to 3, halfway after a quarter of a second
  mix_.tracks[1].additive = true;
  EXPECT_NEAR(shown(shifted).local[1].m[13], 1, 2 * kBound);
  mix_.tracks[1].position_s = 0.25;
  EXPECT_NEAR(shown(shifted).local[1].m[13], 1.5, 2 * kBound);
}

TEST_P(Mixing, a_mask_limits_a_track_to_a_joint_and_its_descendants) {
  mix_.tracks[1].clip = kLean;
  // Bend is at 45 degrees, and lean at 0.5 and -45 degrees.
  mix_.tracks[0].position_s = mix_.tracks[1].position_s = 0.5;
  mix_.tracks[1].mask = kUpper;
  go_on(0);
  EXPECT_NEAR(turn_deg(), -45, kBound_deg) << "all of it, whatever the weight of the other";
  EXPECT_NEAR(lower_x(), 0, kBound) << "Lower is above the mask";
  mix_.tracks[1].weight = 0.5;
  go_on(0);
  EXPECT_NEAR(turn_deg(), 0, kBound_deg) << "half of each";
  mix_.tracks[1].mask = kLower;
  go_on(0);
  EXPECT_NEAR(lower_x(), 0.25, kBound);
  EXPECT_NEAR(turn_deg(), 0, kBound_deg);
  mix_.tracks[1].mask = kBody;
  go_on(0);
  EXPECT_NEAR(turn_deg(), 45, kBound_deg);
}

TEST_P(Mixing, an_additive_track_can_have_a_mask) {
  mix_.tracks[1].clip = kLean;
  mix_.tracks[0].position_s = mix_.tracks[1].position_s = 0.5;
  mix_.tracks[1].additive = true;
  go_on(0);
  EXPECT_NEAR(lower_x(), 0.5, 2 * kBound);
  EXPECT_NEAR(turn_deg(), 0, 2 * kBound_deg) << "45 - 45";
  mix_.tracks[1].mask = kUpper;
  go_on(0);
  EXPECT_NEAR(lower_x(), 0, 2 * kBound);
  EXPECT_NEAR(turn_deg(), 0, 2 * kBound_deg);
}

TEST_P(Mixing, the_last_of_two_masked_tracks_is_on_top) {
  mix_.tracks[1].mask = kUpper;
  mix_.tracks.push_back({});
  mix_.tracks[2].clip = kLean;
  mix_.tracks[2].mask = kUpper;
  mix_.tracks[2].weight = 0.75;
  mix_.tracks[0].weight = 0;
  for (TrackState& track : mix_.tracks) track.position_s = 0.25;
  go_on(0);
  EXPECT_NEAR(height(), 0.75 * 1 + 0.25 * 2, kBound);
  EXPECT_NEAR(lower_x(), 0, kBound) << "at rest, as nothing plays there";
}

TEST_P(Mixing, a_cross_fade_uses_a_track_without_weight_and_fades_out_replaced_ones) {
  mix_.tracks[1].additive = true;
  EXPECT_EQ(cross_fade(mix_, kLean, 1, true), 2u) << "a new one: an additive track is not silent";
  Timeline().advance(mix_, 0.25);
  EXPECT_NEAR(mix_.tracks[0].weight, 0.75, 1e-12);
  EXPECT_EQ(mix_.tracks[1].weight, 1);
  EXPECT_NEAR(mix_.tracks[2].weight, 0.25, 1e-12);
  EXPECT_EQ(mix_.tracks[2].clip, kLean);
  Timeline().advance(mix_, 1);
  EXPECT_EQ(cross_fade(mix_, kRise, 1), 0u) << "silent by now";
  EXPECT_EQ(mix_.tracks[0].position_s, 0);
  Tracks alone;
  EXPECT_EQ(cross_fade(alone, kRise, 1), 0u);
  EXPECT_EQ(alone.tracks[0].weight, 1) << "there is nothing to fade from";
  Tracks full;
  full.tracks.resize(kMaxMixTracks);
  for (TrackState& track : full.tracks) track.clip = kBend;
  EXPECT_EQ(cross_fade(full, kRise, 1), kNone);
}

// A morph target with a weight that rises to 0.5 in bend and to 1 in rise. After 0.25 s, the weights are
// 0.125 and 0.5, and the result is their mean.
TEST_P(Mixing, morph_weights_are_mixed) {
  Scene scene = scene_;
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.morphs = {{"up", std::vector<Vec3>(primitive.positions.size(), Vec3{0, 1, 0}), {}}};
  for (const std::uint32_t clip : {kBend, kRise}) {
    scene.clips[clip].targets.push_back({scene.nodes[kBody].name, kBody, {}});
    scene.clips[clip].channels.push_back({1,
                                          ChannelPath::weights,
                                          Interpolation::linear,
                                          {0, clip == kBend ? 1.0 : 0.5},
                                          {0.0f, clip == kBend ? 0.5f : 1.0f}});
  }
  Timeline().advance(mix_, 0.25);
  const Pose pose = shown(scene);
  ASSERT_EQ(pose.morph_weights[kBody].size(), 1u);
  EXPECT_NEAR(pose.morph_weights[kBody][0], (0.125 + 0.5) / 2, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Both, Mixing, ::testing::Values(MixedBy::engine, MixedBy::reference),
                         [](const ::testing::TestParamInfo<MixedBy>& shown) {
                           return shown.param == MixedBy::engine ? "engine" : "reference";
                         });

// More joints than a skeleton can have. The expected pose is that of the same tracks on the small model.
TEST(ReferenceTracks, play_models_that_cannot_be_compiled) {
  Scene scene = leaning_figure();
  for (std::uint32_t i = 0; i < kMaxJoints; ++i) {
    scene.nodes.push_back(test::make_node("Copy", kNone, Mat4d{}));
    scene.nodes.back().meshes.push_back({0, kNone});
  }
  const auto actor = *Actor::create(scene);
  Tracks tracks;
  tracks.tracks.resize(1);
  tracks.tracks[0].clip = 1;  // rise starts at 1 and rises by 4 per second
  tracks.tracks[0].position_s = 0.25;
  actor->show_tracks(tracks);
  EXPECT_TRUE(actor->why_reference().has_value());
  EXPECT_NEAR(actor->node_pose().local[1].m[13], 2, 1e-9);
}

}  // namespace
}  // namespace skelter
