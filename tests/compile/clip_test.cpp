#include "compile/build_clip/internal/clip.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "compile/clip_scenes.h"
#include "runtime/internal/format/clip_records.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

using test::about_z;
using test::add_clip;
using test::build_both;
using test::Built;
using test::chain;
using test::expect_plays_as_source;
using test::find_track;
using test::matrices;
using test::moves;
using test::swings;
using test::turns;
using testing::ElementsAre;

std::string error_of(const Scene& scene, std::uint32_t index, const ClipSettings& settings) {
  const auto skeleton = build_skeleton(scene);
  const auto built = build_clip(scene, index, *skeleton, settings);
  return built.ok() ? "no error" : to_string(built.error());
}

std::vector<float> times_of(const ClipView& clip, const KeyedTrack& track) {
  return {clip.key_times_s.begin() + track.first_key,
          clip.key_times_s.begin() + track.first_key + track.key_count};
}

Scene swinging_chain(double rate_hz, int intervals) {
  Scene scene = chain(4);
  add_clip(scene, "swing",
           {swings(0, rate_hz, intervals, 0.3), swings(1, rate_hz, intervals, 0.4),
            swings(2, rate_hz, intervals, 0.2)});
  return scene;
}

// --- time ------------------------------------------------------------------------------------------------

TEST(build_clip, samples_at_the_rate_of_the_keys) {
  for (const double rate : {24.0, 25.0, 30.0, 60.0}) {
    const Scene scene = swinging_chain(rate, 12);
    const Built built = build_both(scene, 0);
    EXPECT_EQ(std::fmod(built.view().sample_rate_hz, rate), 0) << rate;
    EXPECT_EQ((built.view().frame_count - 1) % 12, 0u);
    expect_plays_as_source(scene, 0, built);
  }
}

TEST(build_clip, ends_exactly_with_a_shorter_last_interval) {
  Scene scene = swinging_chain(24, 12);
  add_clip(scene, "longer", {swings(0, 24, 12, 0.2), moves(1, {0, 0.51}, {0, 1, 0, 0, 2, 0})});
  const Built built = build_both(scene, 1);
  const ClipView& clip = built.view();
  EXPECT_FLOAT_EQ(clip.duration_s, 0.51f);
  EXPECT_EQ(clip.sample_rate_hz, 24);
  ASSERT_EQ(clip.frame_count, 14u);
  EXPECT_NEAR(clip.last_interval_s, 0.51 - 0.5, 1e-7);
  expect_plays_as_source(scene, 1, built);
}

TEST(build_clip, holds_the_first_key_before_its_time) {
  Scene scene = chain(2);
  add_clip(scene, "late", {moves(0, {0.5, 1}, {3, 0, 0, 4, 0, 0})});
  const Built built = build_both(scene, 0);
  expect_plays_as_source(scene, 0, built);
  EXPECT_NEAR(test::decode_worlds(built.view(), built.skeleton.skeleton.view, 0.25)[0].m[12], 3, 1e-4);
}

TEST(build_clip, a_clip_of_one_key_time_has_one_frame) {
  Scene scene = chain(2);
  add_clip(scene, "pose", {moves(0, {0}, {3, 0, 0})});
  const Built built = build_both(scene, 0);
  EXPECT_EQ(built.view().frame_count, 1u);
  EXPECT_EQ(built.view().duration_s, 0);
  EXPECT_EQ(built.view().last_interval_s, 0);
  EXPECT_FALSE(built.view().loops());
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, uses_the_requested_rate) {
  const Scene scene = swinging_chain(24, 12);
  ClipSettings settings;
  settings.sample_rate_hz = 30;
  const Built built = build_both(scene, 0, settings);
  EXPECT_EQ(built.view().sample_rate_hz, 30);
  EXPECT_GT(built.view().keyed.size(), 0u);  // there are keys between the samples
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, raises_the_rate_where_linear_mixing_is_too_coarse) {
  Scene scene = chain(4);
  // Half a radian between two keys, for which nlerp differs from slerp by up to 4e-4 rad.
  std::vector<Channel> channels;
  for (std::uint32_t node = 0; node < 4; ++node) channels.push_back(swings(node, 30, 30, 0.5));
  add_clip(scene, "wild", channels);
  const Built built = build_both(scene, 0);
  EXPECT_GT(built.view().sample_rate_hz, 30);
  EXPECT_EQ(std::fmod(built.view().sample_rate_hz, 30), 0);
  EXPECT_EQ(built.view().keyed.size(), 0u);
  expect_plays_as_source(scene, 0, built);
}

// A mix of two rotations is exact in the middle, so a measurement only there would find no error.
TEST(build_clip, quick_keeps_the_bound_between_the_middles_of_frames) {
  Scene scene = chain(4);
  std::vector<Channel> channels;
  for (std::uint32_t node = 0; node < 4; ++node) channels.push_back(swings(node, 30, 30, 0.5));
  add_clip(scene, "wild", channels);
  ClipSettings settings;
  settings.effort = Effort::quick;
  expect_plays_as_source(scene, 0, build_both(scene, 0, settings), settings);
}

TEST(build_clip, plays_cubic_curves) {
  Scene scene = chain(3);
  std::vector<float> places, rotations;
  for (int key = 0; key < 4; ++key) {
    const auto k = static_cast<float>(key);
    for (const float v : {0.0f, k - 2, 0.0f, 0.0f, k, k * 0.5f, 3.0f, -k, 1.0f}) places.push_back(v);
    test::append_value(rotations, Quatd{0, 0, 0.2, 0});
    test::append_value(rotations, about_z(0.7 * key * key));
    test::append_value(rotations, Quatd{0, 0.3, 0.5, 0});
  }
  add_clip(scene, "cubic",
           {moves(0, {0, 0.5, 1, 1.5}, places, Interpolation::cubic),
            test::make_channel(1, ChannelPath::rotation, {0, 0.5, 1, 1.5}, rotations, Interpolation::cubic)});
  expect_plays_as_source(scene, 0, build_both(scene, 0));
}

// --- curves that samples cannot represent --------------------------------------------------------------

TEST(build_clip, steps_keep_their_exact_times_and_values) {
  Scene scene = chain(3);
  add_clip(scene, "steps",
           {moves(0, {0, 0.1, 0.37, 1}, {0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0}, Interpolation::step),
            turns(1, {0, 0.21, 1}, {about_z(0), about_z(1), about_z(2)}, Interpolation::step),
            swings(2, 24, 24, 0.3)});
  const Built built = build_both(scene, 0);
  const ClipView& clip = built.view();
  ASSERT_EQ(clip.keyed.size(), 2u);
  const KeyedTrack* places = find_track(clip, 0, PartKind::translation);
  ASSERT_NE(places, nullptr);
  EXPECT_EQ(places->stepped, 1);
  EXPECT_THAT(times_of(clip, *places), ElementsAre(0.0f, 0.1f, 0.37f, 1.0f));
  EXPECT_EQ(clip.key_values[4 * (places->first_key + 2)], 5);
  const KeyedTrack* angles = find_track(clip, 1, PartKind::rotation);
  ASSERT_NE(angles, nullptr);
  EXPECT_THAT(times_of(clip, *angles), ElementsAre(0.0f, 0.21f, 1.0f));
  expect_plays_as_source(scene, 0, built, {}, {0.1, 0.37, 0.21, 1});
  // The values immediately before and after the step.
  const auto x_at = [&](float t) {
    return test::decode_worlds(clip, built.skeleton.skeleton.view, t)[0].m[12];
  };
  EXPECT_EQ(x_at(std::nextafter(0.37f, 0.0f)), 1);
  EXPECT_EQ(x_at(0.37f), 5);
  EXPECT_EQ(x_at(1), 6);
}

TEST(build_clip, stepped_channels_that_hold_one_value_cost_nothing) {
  Scene scene = chain(2);
  add_clip(scene, "still",
           {moves(1, {0, 0.1, 1}, {0, 1, 0, 0, 1, 0, 0, 1, 0}, Interpolation::step),
            moves(0, {0, 1}, {7, 0, 0, 7, 0, 0}, Interpolation::step)});
  const Built built = build_both(scene, 0);
  EXPECT_EQ(built.view().keyed.size(), 0u);
  EXPECT_TRUE(built.view().rates.empty());
  EXPECT_EQ(built.view().parts[0].format, PartFormat::constant);
  EXPECT_EQ(built.view().parts[1].format, PartFormat::rest);
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, keys_closer_than_a_sample_become_a_track_of_that_joint) {
  Scene scene = chain(3);
  add_clip(scene, "jump",
           {swings(0, 24, 24, 0.1), swings(1, 24, 24, 0.1),
            moves(2, {0, 0.5, 0.5005, 1}, {0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 2, 0})});
  const Built built = build_both(scene, 0);
  const KeyedTrack* track = find_track(built.view(), 2, PartKind::translation);
  ASSERT_NE(track, nullptr);
  EXPECT_EQ(track->stepped, 0);
  // At 4,000 units per second, floats are too far apart for a single key at the bend, so there is one key on
  // either side.
  EXPECT_THAT(times_of(built.view(), *track),
              ElementsAre(0.0f, 0.5f, std::nextafter(0.5005f, 0.0f), 0.5005f, 1.0f));
  EXPECT_EQ(built.view().sample_rate_hz, 24);
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, a_fast_turn_off_the_grid_gets_keys_where_straight_lines_differ) {
  Scene scene = chain(4);
  add_clip(scene, "spin",
           {swings(0, 24, 24, 0.3), swings(1, 24, 24, 0.2), swings(3, 24, 24, 0.2),
            turns(2, {0, 0.31, 0.36, 1}, {about_z(0), about_z(0), about_z(2.5), about_z(2.5)})});
  const Built built = build_both(scene, 0);
  const KeyedTrack* track = find_track(built.view(), 2, PartKind::rotation);
  ASSERT_NE(track, nullptr);
  EXPECT_GT(track->key_count, 4u);
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, nearest_matrix_keys_jump_halfway_between_them) {
  Scene scene = chain(2);
  add_clip(scene, "nearest",
           {matrices(0, {0, 0.4, 1},
                     {Mat4d{}, translation_matrix(Vec3d{1, 0, 0}), translation_matrix(Vec3d{3, 0, 0})})});
  ClipSettings settings;
  settings.source.matrix_keys = MatrixKeys::nearest;
  const Built built = build_both(scene, 0, settings);
  const KeyedTrack* track = find_track(built.view(), 0, PartKind::translation);
  ASSERT_NE(track, nullptr);
  EXPECT_THAT(times_of(built.view(), *track), ElementsAre(0.0f, 0.2f, 0.7f));
  expect_plays_as_source(scene, 0, built, settings, {0.2, 0.7});
}

// --- stored parts ----------------------------------------------------------------------------------------

TEST(build_clip, drops_resting_parts_and_keeps_constant_ones) {
  Scene scene = chain(20);
  scene.nodes[0].rest = to_float(scale_matrix(Vec3d{-1, 1, 1}));
  scene.nodes[9].rest = to_float(to_mat4(Transformd{{0, 1, 0}, {}, {1, 2, 1}}));
  std::vector<Channel> channels{swings(17, 24, 24, 0.3),
                                test::make_channel(9, ChannelPath::scale, {0, 1}, {1, 3, 1, 1, 3, 1})};
  add_clip(scene, "still", channels);
  scene.skins.push_back({"skin", {{"Bone19", 19, {}}}});
  const Built built = build_both(scene, 0);
  std::vector<PartFormat> formats;
  for (const ClipPart& part : built.view().parts) formats.push_back(part.format);
  const PartFormat rest = PartFormat::rest;
  EXPECT_THAT(formats, ElementsAre(rest, rest, rest, rest, rest, PartFormat::constant, rest,
                                   PartFormat::packed, rest));
  // One joint of the block turns about one axis, so z and w change, with at most two bytes each.
  ASSERT_EQ(built.view().rates.size(), 1u);
  EXPECT_EQ(built.view().rates[0].stride, 4u);
  expect_plays_as_source(scene, 0, built);
}

// Steps become finer with the bound. Numbers that would exceed two bytes are stored as floats.
TEST(build_clip, a_tighter_bound_is_kept_with_wider_parts) {
  Scene scene = chain(12);
  std::vector<Channel> channels;
  for (std::uint32_t node = 0; node < 12; ++node) channels.push_back(swings(node, 30, 10, 0.02));
  add_clip(scene, "fine", channels);
  ClipSettings settings;
  settings.error_bound = 11 / 18000.0 / 30;
  EXPECT_EQ(build_both(scene, 0, settings).clip.report.wide_parts, 0u);
  settings.error_bound /= 20;
  const Built built = build_both(scene, 0, settings);
  EXPECT_GT(built.clip.report.wide_parts, 0u);
  expect_plays_as_source(scene, 0, built, settings);
}

TEST(build_clip, neighbouring_rotations_stay_on_one_side) {
  Scene scene = chain(2);
  std::vector<double> times;
  std::vector<Quatd> rotations;
  for (int i = 0; i <= 40; ++i) {
    times.push_back(i / 20.0);
    rotations.push_back(about_z(i * 0.4));  // two and a half turns
    if (i % 3 == 0) rotations.back() = Quatd{0, 0, -rotations.back().z, -rotations.back().w};
  }
  add_clip(scene, "round", {turns(0, times, rotations)});
  ClipSettings settings;
  settings.sample_rate_hz = 60;
  const Built built = build_both(scene, 0, settings);
  const ClipView& clip = built.view();
  ASSERT_GT(clip.frame_count, 1u);
  ASSERT_EQ(clip.keyed.size(), 0u);
  const double interval = 1.0 / clip.sample_rate_hz;
  Quatd last = test::decode_joint(clip, built.skeleton.skeleton.view, 0, 0).rotation;
  for (std::uint32_t f = 1; f < clip.frame_count; ++f) {
    const Quatd now =
        test::decode_joint(clip, built.skeleton.skeleton.view, 0, test::frame_time(clip, f)).rotation;
    EXPECT_GT(dot(now, last), 0) << f * interval;
    last = now;
  }
  expect_plays_as_source(scene, 0, built, settings);
}

TEST(build_clip, a_loop_ends_with_its_first_frame_bit_for_bit) {
  Scene scene = chain(3);
  // At the end, the joint is back at the start within less than a quarter of the bound, which is several
  // steps of 16 bits.
  add_clip(scene, "loop",
           {turns(0, {0, 0.5, 1}, {about_z(0.1), about_z(0.5), about_z(0.1)}),
            moves(1, {0, 0.5, 1}, {0, 1, 0, 0.5, 1, 0, 2e-5f, 1, 0})});
  const Built built = build_both(scene, 0);
  const ClipView& clip = built.view();
  EXPECT_TRUE(clip.loops());
  ASSERT_FALSE(clip.rates.empty());
  for (const ClipRate& rate : clip.rates) {
    const std::byte* first = clip.frames.data() + rate.begin;
    const std::size_t last = (clip.frame_count - 2) / rate.divisor + 1;
    EXPECT_EQ(std::memcmp(first, first + last * rate.stride, rate.stride), 0);
  }
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, loops_when_configured_and_when_the_ends_meet) {
  Scene scene = chain(2);
  add_clip(scene, "away", {moves(0, {0, 1}, {0, 0, 0, 1, 0, 0})});
  add_clip(scene, "back", {moves(0, {0, 0.5, 1}, {0, 0, 0, 1, 0, 0, 0, 0, 0})});
  EXPECT_FALSE(build_both(scene, 0).view().loops());
  EXPECT_TRUE(build_both(scene, 1).view().loops());
  ClipSettings settings;
  settings.loop = true;
  const Built forced = build_both(scene, 0, settings);
  EXPECT_TRUE(forced.view().loops());
  expect_plays_as_source(scene, 0, forced, settings);  // the end of the clip does not change
  settings.loop = false;
  EXPECT_FALSE(build_both(scene, 1, settings).view().loops());
}

// --- matrices --------------------------------------------------------------------------------------------

TEST(build_clip, sheared_joints_play_through_their_helpers) {
  Scene scene = chain(3);
  std::vector<double> times;
  std::vector<Mat4d> keys;
  for (int i = 0; i <= 20; ++i) {
    times.push_back(i / 20.0);
    Mat4d m = to_mat4(Transformd{{0.1 * i, 1, 0}, about_z(0.05 * i), {1, 1.5, 1}});
    m(0, 1) += 0.02 * i;
    m(2, 0) += 0.3;
    keys.push_back(m);
  }
  add_clip(scene, "lean", {matrices(1, times, keys), swings(2, 20, 20, 0.3)});
  const Built built = build_both(scene, 0);
  EXPECT_EQ(built.skeleton.skeleton.view.joint_count(), 4u);
  expect_plays_as_source(scene, 0, built);
}

TEST(build_clip, mirrored_and_turned_scales_play_on_the_side_of_the_rest_pose) {
  Scene scene = chain(3);
  scene.nodes[1].rest = to_float(to_mat4(Transformd{{0, 1, 0}, about_z(0.3), {-1, 1, 1}}));
  std::vector<double> times;
  std::vector<Mat4d> keys;
  for (int i = 0; i <= 20; ++i) {
    times.push_back(i / 20.0);
    keys.push_back(to_mat4(Transformd{{0, 1, 0}, about_z(0.3 + 0.1 * i), {-1, 1, 1.0 + 0.01 * i}}));
  }
  add_clip(scene, "mirrored", {matrices(1, times, keys)});
  // Two negative scales equal half a turn about z, which the rest pose does not have.
  add_clip(scene, "turned", {test::make_channel(0, ChannelPath::scale, {0, 1}, {-1, -1, 1, -2, -1, 1})});
  for (const std::uint32_t index : {0u, 1u}) {
    const Built built = build_both(scene, index);
    expect_plays_as_source(scene, index, built);
    for (const float t : {0.0f, 0.5f, 1.0f})
      for (std::uint32_t j = 0; j < 3; ++j) {
        const Vec3d played = test::decode_joint(built.view(), built.skeleton.skeleton.view, j, t).scale;
        const Vec3 rest = get(built.skeleton.skeleton.view.rest_pose[0], j).scale;
        EXPECT_GT(played.x * rest.x, 0);
        EXPECT_GT(played.y * rest.y, 0);
        EXPECT_GT(played.z * rest.z, 0);
      }
  }
}

TEST(build_clip, reads_the_source_as_the_options_say) {
  Scene scene = chain(3);
  scene.nodes[1].rest = to_float(to_mat4(Transformd{{0, 1, 0}, about_z(0.5), {1, 1, 1}}));
  Channel scales = test::make_channel(0, ChannelPath::scale, {0, 1}, {1, 1, 1, 2, 1, 1});
  add_clip(scene, "all",
           {matrices(2, {0, 0.5, 1}, {Mat4d{}, rotation_matrix(about_z(1)), rotation_matrix(about_z(2))}),
            moves(2, {0, 1}, {0, 1, 0, 1, 1, 0}), moves(1, {0, 1}, {0, 1, 0, 0, 2, 0}), scales});
  scene.clips[0].ticks_per_second = 500;
  ClipSettings settings;
  for (const MatrixKeys keys : {MatrixKeys::decompose, MatrixKeys::elements, MatrixKeys::product})
    for (const Absent absent : {Absent::rest, Absent::identity}) {
      settings.source.matrix_keys = keys;
      scene.absent = absent;
      expect_plays_as_source(scene, 0, build_both(scene, 0, settings), settings);
    }
  // A tick is a millisecond, so 500 ticks last half a second.
  settings.source.tick_is_ms = true;
  const Built fast = build_both(scene, 0, settings);
  EXPECT_EQ(fast.view().duration_s, 0.5f);
  expect_plays_as_source(scene, 0, fast, settings);
}

// --- root motion -----------------------------------------------------------------------------------------

// Walks along a curve while turning and bobbing, under a parent that is turned and scaled.
Scene walker() {
  Scene scene = chain(4);
  scene.nodes[0].rest =
      to_float(to_mat4(Transformd{{1, 0, 2}, from_axis_angle(Vec3d{1, 0, 0}, -1.5), {2, 2, 2}}));
  std::vector<double> times;
  std::vector<Quatd> turned;
  std::vector<float> places;
  for (int i = 0; i <= 30; ++i) {
    times.push_back(i / 30.0);
    test::append_value(places, Vec3d{0.1 * i, 0.02 * i * (i % 5), 0.3 + 0.02 * (i % 3)});
    turned.push_back(from_axis_angle(Vec3d{0, 0.1, 1}, 0.05 * i));
  }
  add_clip(scene, "walk", {moves(1, times, places), turns(1, times, turned), swings(2, 30, 30, 0.3)});
  return scene;
}

TEST(build_clip, root_motion_times_the_pose_in_place_is_the_source) {
  const Scene scene = walker();
  for (const bool turning : {false, true}) {
    ClipSettings settings;
    settings.root_motion = RootMotionSettings{"Bone1", true, false, true, turning};
    const Built built = build_both(scene, 0, settings);
    const ClipView& clip = built.view();
    ASSERT_NE(clip.flags & kClipHasRootMotion, 0u);
    ASSERT_EQ(clip.root_motion.size(), 7u * clip.frame_count);
    EXPECT_THAT(std::vector<float>(clip.root_motion.begin(), clip.root_motion.begin() + 7),
                ElementsAre(0, 0, 0, 0, 0, 0, 1));
    // The joint keeps its x and z, and its height is not part of the root motion.
    const Vec3d begin = translation_part(evaluate(scene, 0, 0).world[1]);
    for (std::uint32_t f = 0; f < clip.frame_count; ++f) {
      const double t = test::frame_time(clip, f);
      const Vec3d now = translation_part(test::decode_worlds(clip, built.skeleton.skeleton.view, t)[1]);
      EXPECT_NEAR(now.x, begin.x, 1e-3);
      EXPECT_NEAR(now.z, begin.z, 1e-3);
      EXPECT_EQ(clip.root_motion[7 * f + 1], 0);
    }
    // Root motion and pose combined, for the joint and all joints below it. (The parent, which root motion
    // does not move, is at rest.)
    EvaluateOptions once;
    once.loop = Loop::once;
    double worst = 0;
    for (int i = 0; i <= 600; ++i) {
      const auto t = static_cast<float>(i / 600.0);
      const std::vector<Mat4d> decoded = test::decode_worlds(clip, built.skeleton.skeleton.view, t);
      const Pose source = evaluate(scene, 0, t, once);
      for (const std::size_t joint : {1u, 2u})
        for (const Vec3d& p : {Vec3d{}, Vec3d{0.05, 0, 0}, Vec3d{0, 0, 0.05}})
          worst = std::max(worst, length(transform_point(test::root_motion_at(clip, t) * decoded[joint], p) -
                                         transform_point(source.world[joint], p)));
    }
    EXPECT_LE(worst, 1.2 * scene_size(scene) / 18000);  // root motion itself is also rounded
    const ClipReport report = measure_error(scene, 0, built.skeleton, clip, settings);
    EXPECT_LE(report.largest_error, report.error_bound);
    EXPECT_NEAR(report.largest_error, built.clip.report.largest_error, 1e-6 * scene_size(scene));
  }
}

TEST(build_clip, root_motion_holds_only_the_requested_axes) {
  const Scene scene = walker();
  ClipSettings settings;
  settings.root_motion = RootMotionSettings{"Bone1", false, true, false, false};
  const Built built = build_both(scene, 0, settings);
  const Vec3d begin = translation_part(evaluate(scene, 0, 0).world[1]);
  for (std::uint32_t f = 0; f < built.view().frame_count; ++f) {
    const float* motion = &built.view().root_motion[7 * f];
    EXPECT_EQ(motion[0], 0);
    EXPECT_EQ(motion[2], 0);
    EXPECT_EQ(motion[6], 1);
    EvaluateOptions once;
    once.loop = Loop::once;
    const Vec3d now = translation_part(evaluate(scene, 0, test::frame_time(built.view(), f), once).world[1]);
    EXPECT_NEAR(motion[1], now.y - begin.y, 1e-5);
  }
}

// --- additive --------------------------------------------------------------------------------------------

TEST(build_clip, additive_clips_on_top_of_their_reference_are_the_source) {
  Scene scene = chain(4);
  scene.nodes[2].rest_trs =
      Transform{{0, 1, 0}, {0.6f, 0, 0, 0.8f}, {2, 1, 0.5f}};  // turned about x, while the clip turns about z
  scene.nodes[2].rest = to_mat4(*scene.nodes[2].rest_trs);
  add_clip(scene, "base", {swings(0, 24, 24, 0.3), moves(3, {0, 1}, {0, 1, 0, 0, 2, 0})});
  add_clip(scene, "extra",
           {swings(0, 24, 24, 0.2), swings(2, 24, 24, 0.4),
            test::make_channel(2, ChannelPath::scale, {0, 1}, {2, 1, 0.5f, 3, 1, 1})});
  const auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton.ok());
  std::vector<Transformd> rest, base;
  for (std::uint32_t j = 0; j < 4; ++j) {
    const Transform t = get((*skeleton).skeleton.view.rest_pose[0], j);
    rest.push_back({to_double(t.translation), to_double(t.rotation), to_double(t.scale)});
    base.push_back(*to_transform(split(evaluate(scene, 0, 0.25).local[j])));
  }
  ClipSettings settings;
  settings.additive = true;
  const Built from_rest = build_both(scene, 1, settings);
  ASSERT_GT(from_rest.view().frame_count, 0u);
  EXPECT_TRUE(from_rest.view().additive());
  EXPECT_EQ(from_rest.view().parts[0].format, PartFormat::rest);  // every joint keeps its rest translation
  expect_plays_as_source(scene, 1, from_rest, settings, {}, &rest);
  settings.additive_from = 0;
  settings.additive_from_s = 0.25;
  const Built from_clip = build_both(scene, 1, settings);
  expect_plays_as_source(scene, 1, from_clip, settings, {}, &base);
  // A clip relative to its own start begins without a difference.
  settings.additive_from = 1;
  settings.additive_from_s = 0;
  const Built from_itself = build_both(scene, 1, settings);
  ASSERT_GT(from_itself.view().frame_count, 0u);
  const Transformd first = test::decode_joint(from_itself.view(), from_itself.skeleton.skeleton.view, 2, 0);
  EXPECT_LE(length(first.translation), 1e-6);
  EXPECT_NEAR(first.rotation.w, 1, 1e-7);
  EXPECT_NEAR(first.scale.x, 1, 1e-4);
}

// --- events, weights, bounds -----------------------------------------------------------------------------

TEST(build_clip, events_are_in_order_of_time) {
  Scene scene = swinging_chain(24, 24);
  ClipSettings settings;
  settings.events = {{"right", 0.75}, {"left", 0.25}, {"end", 1}, {"right", 0}};
  const Built built = build_both(scene, 0, settings);
  const ClipView& clip = built.view();
  std::vector<std::string> order;
  for (const ClipEvent& event : clip.events)
    order.push_back(std::string(clip.string(event.name)) + " " + std::to_string(event.time_s));
  EXPECT_THAT(order, ElementsAre("right 0.000000", "left 0.250000", "right 0.750000", "end 1.000000"));
  EXPECT_EQ(clip.name(), "swing");
}

TEST(build_clip, morph_weights_keep_their_keys) {
  Scene scene = chain(2);
  Primitive primitive;
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.source_vertices = 3;
  primitive.morphs = {{"smile", {{0, 0, 0}, {0, 0, 9}, {0, 0, 0}}, {}}, {"frown", {{}, {}, {}}, {}}};
  scene.meshes.push_back({"face", {primitive}});
  scene.nodes[1].meshes.push_back({0, kNone});
  add_clip(scene, "linear",
           {test::make_channel(1, ChannelPath::weights, {0, 0.3, 1}, {0, 1, 0.5f, 0.25f, 1, 0})});
  add_clip(scene, "stepped",
           {test::make_channel(1, ChannelPath::weights, {0, 0.3}, {0, 1, 0.5f, 0.25f}, Interpolation::step)});
  add_clip(scene, "cubic",
           {test::make_channel(1, ChannelPath::weights, {0, 1}, {0, 0, 0, 0, 2, 0, -3, 0, 1, 0.5f, 0, 0},
                               Interpolation::cubic)});
  const Built linear = build_both(scene, 0);
  const ClipView& clip = linear.view();
  ASSERT_EQ(clip.scalars.size(), 2u);
  const ScalarTrack& frown = clip.scalars[1];
  EXPECT_EQ(clip.string(frown.name), "frown");
  EXPECT_EQ(frown.node, 1u);
  EXPECT_EQ(frown.index, 1u);
  EXPECT_EQ(frown.stepped, 0u);
  EXPECT_THAT(clip.scalar_times_s.subspan(frown.first_key, frown.key_count), ElementsAre(0, 0.3f, 1));
  EXPECT_THAT(clip.scalar_values.subspan(frown.first_key, frown.key_count), ElementsAre(1, 0.25f, 0));
  EXPECT_EQ(clip.bounds_max[2], 9);  // at the full weight of the smile

  const Built stepped = build_both(scene, 1);
  EXPECT_EQ(stepped.view().scalars[0].stepped, 1u);
  EXPECT_THAT(stepped.view().scalar_values.subspan(0, 2), ElementsAre(0, 0.5f));

  // glTF 2.0, appendix C: from value 0 with tangent 2 to value 1 with tangent -3.
  const Built cubic = build_both(scene, 2);
  const ScalarTrack& smile = cubic.view().scalars[0];
  double worst = 0;
  for (std::uint32_t key = 0; key + 1 < smile.key_count; ++key)
    for (const double ratio : {0.0, 0.3, 0.5, 0.9}) {
      const auto at = [&](std::span<const float> numbers) {
        const double a = numbers[smile.first_key + key], b = numbers[smile.first_key + key + 1];
        return a + (b - a) * ratio;
      };
      const double t = at(cubic.view().scalar_times_s), t2 = t * t, t3 = t2 * t;
      const double v0 = 0, out = 2, in = -3, v1 = 1;
      const double expected =
          (2 * t3 - 3 * t2 + 1) * v0 + (t3 - 2 * t2 + t) * out + (-2 * t3 + 3 * t2) * v1 + (t3 - t2) * in;
      worst = std::max(worst, std::abs(at(cubic.view().scalar_values) - expected));
    }
  EXPECT_LE(worst, 1e-4);
  EXPECT_GT(smile.key_count, 8u);
}

// Three vertices: one with two joints, one with one joint, and one with only the node.
Scene bending_mesh() {
  Scene scene = chain(3);
  Primitive primitive;
  primitive.positions = {{0, 2.5f, 0}, {0.5f, 1, 0}, {-0.25f, 0, 0.125f}};
  primitive.source_vertices = 3;
  test::append_influences(primitive, {{1, 0.75f}, {0, 0.25f}});
  test::append_influences(primitive, {{0, 1}});
  test::append_influences(primitive, {});
  scene.meshes.push_back({"mesh", {primitive}});
  scene.skins.push_back(
      {"skin",
       {{"Bone1", 1, translation_matrix(Vec3{0, -1, 0})}, {"Bone2", 2, translation_matrix(Vec3{0, -2, 0})}}});
  scene.nodes[0].meshes.push_back({0, 0});
  add_clip(scene, "bend",
           {swings(1, 30, 30, 0.8), swings(2, 30, 30, 0.8), moves(0, {0, 1}, {0, 0, 0, 2, 0, 0})});
  return scene;
}
Bounds true_bounds(const Scene& scene) {
  EvaluateOptions once;
  once.loop = Loop::once;
  Bounds truth;
  for (int i = 0; i <= 3000; ++i) truth.add(pose_bounds(scene, evaluate(scene, 0, i / 3000.0, once)));
  return truth;
}

TEST(build_clip, bounds_hold_all_skinned_vertices_and_not_much_more) {
  const Scene scene = bending_mesh();
  const Built built = build_both(scene, 0);
  const Bounds truth = true_bounds(scene);
  const ClipView& clip = built.view();
  const double low[3] = {truth.min.x, truth.min.y, truth.min.z},
               high[3] = {truth.max.x, truth.max.y, truth.max.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(clip.bounds_min[axis], low[axis], 1e-3);
    EXPECT_NEAR(clip.bounds_max[axis], high[axis], 1e-3);
  }
}

TEST(build_clip, quick_bounds_hold_all_skinned_vertices_and_a_little_more) {
  const Scene scene = bending_mesh();
  ClipSettings settings;
  settings.effort = Effort::quick;
  const Built built = build_both(scene, 0, settings);
  const Bounds truth = true_bounds(scene);
  const ClipView& clip = built.view();
  const double low[3] = {truth.min.x, truth.min.y, truth.min.z},
               high[3] = {truth.max.x, truth.max.y, truth.max.z};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_LE(clip.bounds_min[axis], low[axis] + 1e-3);
    EXPECT_GE(clip.bounds_max[axis], high[axis] - 1e-3);
    EXPECT_GT(clip.bounds_min[axis], low[axis] - 0.5);
    EXPECT_LT(clip.bounds_max[axis], high[axis] + 0.5);
  }
}

TEST(build_clip, reports_its_result) {
  Scene scene = swinging_chain(24, 24);
  const auto skeleton = build_skeleton(scene);
  const auto built = build_clip(scene, 0, *skeleton);
  ASSERT_TRUE(built.ok());
  const ClipReport& report = (*built).report;
  EXPECT_EQ(report.name, "swing");
  EXPECT_EQ(report.frames, (*built).clip.view.frame_count);
  EXPECT_EQ(report.raw_bytes, 40u * 3 * report.frames);
  EXPECT_EQ(report.hot_bytes, (*built).clip.bytes.size());
  EXPECT_EQ(report.stored_bytes, 0u);
  EXPECT_EQ(report.animated_parts, 1u);
  EXPECT_EQ(report.error_bound, 3 / 18000.0);
  EXPECT_GT(report.mean_error, 0);
  EXPECT_LT(report.mean_error, report.largest_error);
  EXPECT_LT(report.largest_error_joint, 3);
}

TEST(build_clip, refuses_what_it_cannot_build) {
  const Scene scene = swinging_chain(24, 24);
  ClipSettings settings;
  settings.root_motion = RootMotionSettings{};
  settings.root_motion->joint = "Hip";
  EXPECT_EQ(error_of(scene, 0, settings),
            "chain.x: clip swing: root-motion joint \"Hip\" does not exist; expected the name of one of the "
            "3 joints");
  settings = {};
  settings.events = {{"late", 1.5}};
  EXPECT_EQ(error_of(scene, 0, settings), "chain.x: clip swing: event \"late\" at 1.5 s; expected 0 to 1 s");
  settings.events = {{"early", -0.25}};
  EXPECT_EQ(error_of(scene, 0, settings),
            "chain.x: clip swing: event \"early\" at -0.25 s; expected 0 to 1 s");
  settings = {};
  settings.error_bound = 1e-12;
  settings.strict_bound = true;
  EXPECT_THAT(
      error_of(scene, 0, settings),
      testing::MatchesRegex("chain.x: clip swing: error [0-9.e-]+ of joint \"Bone[0-9]\" at [0-9.]+ s; "
                            "expected at most 1e-12"));
}

// A turn of two radians within a thirtieth of a second, a minute into the clip, where times have a precision
// of 4 microseconds. If a bend of the curve moves to the next float, the error is 0.00023, with a bound of
// 0.00011.
TEST(build_clip, steep_turns_late_in_a_clip_keep_the_bound) {
  Scene scene = chain(3);
  std::vector<double> times;
  std::vector<Quatd> rotations;
  for (int i = 0; i <= 2049; ++i) {
    times.push_back(i / 30.0);
    rotations.push_back(about_z(i < 1951 ? 0 : (i % 2 == 0 ? 2.0 : 0.1)));
  }
  const std::uint32_t clip = add_clip(scene, "cuts", {turns(1, times, rotations)});
  ClipSettings settings;
  settings.sample_rate_hz = 30;
  const Built built = build_both(scene, clip, settings);
  EXPECT_TRUE(built.clip.report.keeps_bound()) << built.clip.report.largest_error;
  EXPECT_NE(find_track(built.view(), 1, PartKind::rotation), nullptr);
  const Pose rest = rest_pose(scene);
  EvaluateOptions once;
  once.loop = Loop::once;
  test::WorstPoint worst;
  for (int i = 4 * 1940; i <= 4 * 2049; ++i) {
    const auto t = static_cast<float>(i / 120.0);
    test::compare_worlds(built.skeleton, test::decode_worlds(built.view(), built.skeleton.skeleton.view, t),
                         evaluate(scene, clip, t, once), rest, 2.0 / 60, t, worst);
  }
  EXPECT_LE(worst.error, 2.0 / 18000) << worst.time_s;
}

// Floats can hold both positions, but not their difference. The parent is so small that the difference hardly
// matters.
TEST(build_clip, refuses_numbers_beyond_floats) {
  Scene scene = chain(2);
  scene.nodes[0].rest = to_float(scale_matrix(Vec3d{1e-39, 1e-39, 1e-39}));
  std::vector<float> away{0, 0, 0, 1e38f, 0, 0};
  add_clip(scene, "far", {moves(1, {0, 1}, away)});
  ClipSettings settings;
  settings.error_bound = 0.05;
  settings.additive = true;
  scene.nodes[1].rest = to_float(translation_matrix(Vec3d{-3e38, 0, 0}));
  EXPECT_EQ(error_of(scene, 0, settings),
            "chain.x: clip far: a constant is not finite; expected poses that floats can hold");
}

}  // namespace
}  // namespace skelter
