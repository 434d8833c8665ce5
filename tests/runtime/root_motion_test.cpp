#include "skelter/runtime/root_motion.h"

#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <limits>
#include <random>

#include "clip_parts.h"
#include "compile/build_clip/internal/clip.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/sample_job.h"
#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/near.h"
#include "support/numbers.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::ClipParts;
using test::kPi;
using test::near;
using test::radians;

// Lasts 1.05 s at 10 Hz, so the last interval is half a frame; walks and turns unevenly.
ClipParts curved_walk() {
  ClipParts parts;
  parts.sample_rate_hz = 10;
  parts.duration_s = 1.05f;
  parts.flags = kClipLoops | kClipHasRootMotion;
  for (int f = 0; f <= 11; ++f) {
    const float s = f == 11 ? 10.5f : static_cast<float>(f);
    parts.add_frame({0.1f * s + 0.02f * s * s, 0.05f * std::sin(s), -0.07f * s},
                    normalized(Quat{0.01f * s, 0.08f * s, -0.005f * s * s, 1}));
  }
  return parts;
}

RigidMotion delta(const ClipView& clip, double from_time_s, double to_time_s, Loop loop = Loop::as_made) {
  RigidMotion result;
  EXPECT_EQ((RootMotionJob{&clip, from_time_s, to_time_s, loop, &result}.run()), Status::ok);
  return result;
}

testing::AssertionResult near(const RigidMotion& actual, const RigidMotion& expected, double tolerance) {
  const auto result = near(actual.translation, expected.translation, tolerance);
  return result ? near(actual.rotation, expected.rotation, tolerance) : result;
}

TEST(RootMotion, walking_straight_moves_by_speed_times_time) {
  ClipParts parts;
  parts.sample_rate_hz = 4;
  parts.duration_s = 1;
  parts.flags = kClipLoops;
  for (int f = 0; f <= 4; ++f) parts.add_frame({0, 0, 0.5f * static_cast<float>(f)}, {});
  const ClipView clip = parts.view();  // 2 units per second
  EXPECT_TRUE(near(delta(clip, 0.125, 0.625), {{0, 0, 1}, {}}, 1e-12));
  EXPECT_TRUE(near(delta(clip, 0.5, 7.75), {{0, 0, 14.5}, {}}, 1e-12));
  EXPECT_TRUE(near(delta(clip, 0.5, -2.75), {{0, 0, -6.5}, {}}, 1e-12));
  EXPECT_TRUE(near(delta(clip, 0.5, 7.75, Loop::once), {{0, 0, 1}, {}}, 1e-12));
  EXPECT_TRUE(near(delta(clip, -3, 0.25, Loop::once), {{0, 0, 0.5}, {}}, 1e-12));
  // Ping-pong: the clip is at 0.5 on the way forward, at 0.25 on the way back, and at 0.75 after it has
  // turned around again.
  EXPECT_TRUE(near(delta(clip, 0.5, 1.75, Loop::pingpong), {{0, 0, -0.5}, {}}, 1e-12));
  EXPECT_TRUE(near(delta(clip, 0.5, 1000.75, Loop::pingpong), {{0, 0, 0.5}, {}}, 1e-12));
}

TEST(RootMotion, a_delta_is_relative_to_the_character) {
  // Rotates by a quarter turn to the left (about +y) in the first half, then walks 1 unit forward.
  ClipParts parts;
  parts.sample_rate_hz = 2;
  parts.duration_s = 1;
  const float r = std::sqrt(0.5f);
  parts.add_frame({}, {});
  parts.add_frame({}, {0, r, 0, r});
  parts.add_frame({1, 0, 0}, {0, r, 0, r});  // +z turned by 90 degrees about +y is +x
  const ClipView clip = parts.view();
  EXPECT_TRUE(near(delta(clip, 0.5, 1), {{0, 0, 1}, {}}, 1e-7));
  EXPECT_TRUE(near(delta(clip, 1, 0.5), {{0, 0, -1}, {}}, 1e-7));
  EXPECT_TRUE(near(delta(clip, 0, 1), {{1, 0, 0}, {0, r, 0, r}}, 1e-7));
  // Rotations between frames are linear and normalised: halfway, the angle is half of 90 degrees, by
  // symmetry.
  EXPECT_TRUE(near(delta(clip, 0, 0.25).rotation, from_axis_angle(Vec3d{0, 1, 0}, radians(45)), 1e-7));
}

TEST(RootMotion, many_loops_are_one_loop_many_times) {
  const ClipParts parts = curved_walk();
  const ClipView clip = parts.view();
  const double d = clip.duration_s;
  const RigidMotion one = delta(clip, 0, d);
  RigidMotion product;
  for (int n = 1; n <= 200; ++n) {
    product = product * one;
    EXPECT_TRUE(near(delta(clip, 0, n * d), product, 1e-10)) << n;
    EXPECT_TRUE(near(delta(clip, 0, -n * d), inverse(product), 1e-10)) << n;
  }
}

// A rotation by angle a about y while walking along z: seen from above as x + i z, with rotation by e^(-ia),
// n steps are the geometric series t (1 - q^n) / (1 - q).
TEST(RootMotion, a_million_loops_on_a_circle_follow_the_geometric_series) {
  const double angle = 0.37;
  ClipParts parts;
  parts.flags = kClipLoops;
  parts.sample_rate_hz = 1;
  parts.add_frame({}, {});
  parts.add_frame({0.25f, 0.5f, 2}, to_float(from_axis_angle(Vec3d{0, 1, 0}, angle)));
  const ClipView clip = parts.view();
  // The angle that the floats of the frame really contain.
  const double held = 2 * std::atan2(static_cast<double>(parts.root_motion[8 + 3]),
                                     static_cast<double>(parts.root_motion[13]));
  const int n = 1000000;
  const std::complex<double> q = std::polar(1.0, -held), t(0.25, 2);
  const auto sum = t * (1.0 - std::polar(1.0, -held * n)) / (1.0 - q);
  const RigidMotion got = delta(clip, 0, n);
  EXPECT_TRUE(near(got.translation, {sum.real(), 0.5 * n, sum.imag()}, 1e-7));
  EXPECT_TRUE(near(got.rotation, from_axis_angle(Vec3d{0, 1, 0}, held * n), 1e-7));
}

TEST(RootMotion, steps_of_any_size_and_direction_multiply_to_the_whole) {
  const ClipParts parts = curved_walk();
  const ClipView clip = parts.view();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> small(-0.05, 0.08), large(-9, 9);
  for (const Loop mode : {Loop::loop, Loop::once, Loop::pingpong})
    for (int path = 0; path < 20; ++path) {
      const double start_s = large(random);
      double now_s = start_s;
      RigidMotion product;
      for (int step = 0; step < 500; ++step) {
        const double next_s = now_s + (step % 10 == 0 ? large(random) : small(random));
        product = product * delta(clip, now_s, next_s, mode);
        now_s = next_s;
      }
      EXPECT_TRUE(near(product, delta(clip, start_s, now_s, mode), 1e-9));
      EXPECT_TRUE(near(product * delta(clip, now_s, start_s, mode), {}, 1e-9));
    }
}

TEST(RootMotion, a_step_is_the_same_after_a_year) {
  ClipParts parts = curved_walk();
  parts.duration_s = 1.0625f;  // times plus whole cycles are exact in double
  const ClipView clip = parts.view();
  const double later_s = 30'000'000 * 1.0625;
  EXPECT_TRUE(near(delta(clip, later_s + 0.25, later_s + 2.5), delta(clip, 0.25, 2.5), 1e-12));
  EXPECT_TRUE(near(delta(clip, -later_s + 0.25, -later_s + 2.5), delta(clip, 0.25, 2.5), 1e-12));
}

TEST(RootMotion, frames_of_either_sign_mix_the_shorter_way) {
  ClipParts parts;
  parts.sample_rate_hz = 1;
  parts.add_frame({}, {});
  parts.add_frame({}, {0, 0, -std::sqrt(0.5f), -std::sqrt(0.5f)});  // 90 degrees about +z
  EXPECT_TRUE(near(delta(parts.view(), 0, 0.5).rotation, from_axis_angle(Vec3d{0, 0, 1}, radians(45)), 1e-7));
}

TEST(RootMotion, is_continuous_across_frames_and_the_seam) {
  const ClipParts parts = curved_walk();
  const ClipView clip = parts.view();
  for (const double t : {0.1, 0.5, 1.0, 1.05, 2.1, -0.05, -1.05})
    EXPECT_TRUE(near(delta(clip, t - 1e-7, t + 1e-7), {}, 1e-5)) << t;
}

TEST(RootMotion, a_still_clip_and_one_without_root_motion_do_not_move) {
  ClipParts parts;
  EXPECT_TRUE(near(delta(parts.view(), 0, 77), {}, 0));
  parts.duration_s = 0;
  parts.flags = kClipLoops;
  parts.add_frame({}, {});
  EXPECT_TRUE(near(delta(parts.view(), -5, 77), {}, 0));
}

TEST(RootMotion, refuses_what_it_cannot_compute) {
  ClipParts parts = curved_walk();
  const ClipView clip = parts.view();
  RigidMotion out;
  EXPECT_EQ((RootMotionJob{nullptr, 0, 1, Loop::loop, &out}.run()), Status::invalid_argument);
  EXPECT_EQ((RootMotionJob{&clip, 0, 1, Loop::loop, nullptr}.run()), Status::invalid_argument);
  EXPECT_EQ((RootMotionJob{&clip, kNan, 1, Loop::loop, &out}.run()), Status::invalid_argument);
  EXPECT_EQ((RootMotionJob{&clip, 0, HUGE_VAL, Loop::once, &out}.run()), Status::invalid_argument);
  EXPECT_EQ((RootMotionJob{&clip, 0, 1e12, Loop::loop, &out}.run()), Status::limit_exceeded);
  EXPECT_EQ((RootMotionJob{&clip, 0, 1e12, Loop::once, &out}.run()), Status::ok);
  parts.root_motion.pop_back();
  const ClipView cut = parts.view();
  EXPECT_EQ((RootMotionJob{&cut, 0, 1, Loop::loop, &out}.run()), Status::invalid_argument);
  parts = curved_walk();
  parts.sample_rate_hz = 0;
  const ClipView no_rate = parts.view();
  EXPECT_EQ((RootMotionJob{&no_rate, 0, 1, Loop::loop, &out}.run()), Status::invalid_argument);
}

// A hip that walks forward, bobs and turns, with a hand next to it. A character moved by the clip's root
// motion and posed in place must match the hand of the reference evaluator.
Scene turning_walk() {
  Scene scene;
  scene.nodes = {test::make_node("hip", kNone, translation_matrix(Vec3d{0.3, 1, 0})),
                 test::make_node("hand", 0, translation_matrix(Vec3d{0.5, 0.25, 0.125}))};
  std::vector<double> times_s;
  std::vector<float> places, turns, waves;
  for (int key = 0; key <= 20; ++key) {
    const double s = key / 20.0;
    times_s.push_back(s);
    test::append_value(places, Vec3d{0.3 + 0.4 * s * s, 1 + 0.05 * std::sin(2 * kPi * s), 1.5 * s});
    test::append_value(turns, from_axis_angle(Vec3d{0, 1, 0}, 0.7 * s));
    test::append_value(waves, from_axis_angle(Vec3d{1, 0, 0}, 0.3 * std::sin(2 * kPi * s)));
  }
  Clip clip;
  clip.name = "walk";
  clip.duration_s = 1;
  clip.targets = {{"hip", 0, {}}, {"hand", 1, {}}};
  clip.channels = {test::make_channel(0, ChannelPath::translation, times_s, places),
                   test::make_channel(0, ChannelPath::rotation, times_s, turns),
                   test::make_channel(1, ChannelPath::rotation, times_s, waves)};
  scene.clips = {clip};
  return scene;
}

TEST(RootMotion, and_the_pose_in_place_give_the_source_back) {
  const Scene scene = turning_walk();
  ASSERT_TRUE(validate(scene));
  const auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton);
  ClipSettings settings;
  settings.error_bound = 1e-4;
  settings.loop = true;
  settings.root_motion = RootMotionSettings{"hip", true, false, true, true};
  settings.error_bound = 1e-5;  // tight, because matrices are compared, not points
  const auto built = build_clip(scene, 0, *skeleton, settings);
  ASSERT_TRUE(built) << to_string(built.error());
  const ClipView& clip = built->clip.view;
  ASSERT_TRUE(clip.loops());
  const std::uint16_t hand = skeleton->joint_of_node[1];

  std::vector<SoaTransform> local_pose(skeleton->skeleton.view.block_count());
  std::vector<Affine> model_from_joint(skeleton->skeleton.view.joint_count());
  const auto model_from_hand = [&](double time_s) {
    SampleJob sample;
    sample.skeleton = &skeleton->skeleton.view;
    sample.clip = &clip;
    sample.time_s = static_cast<float>(time_s);
    sample.out_local_pose = local_pose;
    EXPECT_EQ(sample.run(), Status::ok);
    LocalToModelJob to_model;
    to_model.skeleton = &skeleton->skeleton.view;
    to_model.local_pose = local_pose;
    to_model.out_model_from_joint = model_from_joint;
    EXPECT_EQ(to_model.run(), Status::ok);
    return to_double(to_mat4(model_from_joint[hand]));
  };
  const auto matrix = [](const RigidMotion& motion) {
    return to_mat4(to_mat3(motion.rotation), motion.translation);
  };
  const Mat4d one_round = matrix(delta(clip, 0, 1));
  for (double t = 0; t < 1; t += 0.0234) {
    const Mat4d expected = evaluate(scene, 0, t).world[1], in_place = model_from_hand(t);
    EXPECT_TRUE(near(matrix(delta(clip, 0, t)) * in_place, expected, 3e-4)) << t;
    // The next cycle continues from the end of the first one.
    EXPECT_TRUE(near(matrix(delta(clip, 0, 1 + t)) * in_place, one_round * expected, 6e-4)) << t;
  }
  EXPECT_GT(length(translation_part(one_round)), 1.5);
}

TEST(RigidMotion, repeated_takes_every_integer) {
  const RigidMotion turn{{}, from_axis_angle(Vec3d{0, 0, 1}, radians(1))};
  EXPECT_TRUE(near(repeated(turn, 0), {}, 0));
  EXPECT_TRUE(
      near(repeated(turn, 360 * 5 + 90).rotation, from_axis_angle(Vec3d{0, 0, 1}, radians(90)), 1e-12));
  EXPECT_TRUE(near(repeated(turn, -30).rotation, from_axis_angle(Vec3d{0, 0, 1}, radians(-30)), 1e-12));
  EXPECT_TRUE(near(repeated({{1, 0, 0}, {}}, std::numeric_limits<std::int64_t>::min()).translation,
                   {-std::ldexp(1.0, 63), 0, 0}, 0));
}

TEST(BlendRootMotion, mixes_by_weight) {
  const auto turn = [](double degrees) { return from_axis_angle(Vec3d{0, 1, 0}, radians(degrees)); };
  const std::array<RootMotionLayer, 2> layers{{{{{2, 0, 0}, turn(80)}, 1}, {{{0, 4, 0}, turn(-20)}, 3}}};
  EXPECT_TRUE(near(blend_root_motion(layers), {{0.5, 3, 0}, turn((80 - 60) / 4.0)}, 1e-12));
  // A quaternion with the opposite sign is the same rotation.
  auto flipped = layers;
  flipped[1].delta.rotation = {0, -flipped[1].delta.rotation.y, 0, -flipped[1].delta.rotation.w};
  EXPECT_TRUE(near(blend_root_motion(flipped), blend_root_motion(layers), 1e-12));
}

TEST(BlendRootMotion, one_layer_is_itself_and_none_does_not_move) {
  const RigidMotion motion{{1, 2, 3}, normalized(Quatd{0.2, -0.4, 0.1, 0.7})};
  for (const double weight : {1e-3, 1.0, 50.0})
    EXPECT_TRUE(near(blend_root_motion(std::array{RootMotionLayer{motion, weight}}), motion, 1e-12));
  EXPECT_TRUE(near(blend_root_motion({}), {}, 0));
  for (const double weight : {0.0, -1.0, double{kNan}})
    EXPECT_TRUE(near(blend_root_motion(std::array{RootMotionLayer{motion, weight}}), {}, 0));
}

TEST(BlendRootMotion, turns_do_not_depend_on_the_size_of_steps) {
  const auto turning = [](double rad) { return RigidMotion{{}, from_axis_angle(Vec3d{0, 1, 0}, rad)}; };
  const auto blend = [&](double rad) {
    return blend_root_motion(
        std::array<RootMotionLayer, 2>{{{turning(rad), 0.3}, {turning(-0.4 * rad), 0.7}}});
  };
  EXPECT_TRUE(near(repeated(blend(2.5 / 100), 100), blend(2.5), 1e-12));
}

TEST(MoveCharacter, uneven_scale_stretches_each_axis_of_the_step) {
  const Transform now = moved(Transform{{1, 1, 1}, {}, {2, 3, -4}}, {{1, 1, 1}, {}});
  EXPECT_TRUE(near(to_double(now.translation), {3, 4, -3}, 1e-6));
}

TEST(MoveCharacter, moves_where_the_character_faces_scaled_by_its_size) {
  const double r = std::sqrt(0.5);
  const Transform facing_x{{10, 0, 5}, {0, static_cast<float>(r), 0, static_cast<float>(r)}, {2, 2, 2}};
  const RigidMotion step{{0, 0, 1}, {0, r, 0, r}};
  const Transform now = moved(facing_x, step);
  EXPECT_TRUE(near(to_double(now.translation), {12, 0, 5}, 1e-6));
  EXPECT_TRUE(near(to_double(now.rotation), Quatd{0, 1, 0, 0}, 1e-6));  // half a turn
  EXPECT_EQ(now.scale, facing_x.scale);
  EXPECT_TRUE(near(moved(RigidMotion{{10, 0, 5}, {0, r, 0, r}}, step), {{11, 0, 5}, {0, 1, 0, 0}}, 1e-12));
}

}  // namespace
}  // namespace skelter
