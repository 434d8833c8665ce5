#include "compile/build_clip/clip_played.h"

#include <gtest/gtest.h>

#include "compile/clip_scenes.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

using test::about_z;
using test::add_clip;
using test::chain;
using test::moves;
using test::swings;
using test::turns;

// Linear keys on and off a grid, cubic keys, steps, and rotations so far apart that they need slerp.
Scene of_all_kinds() {
  Scene scene = chain(6);
  std::vector<float> cubic;
  for (int key = 0; key < 3; ++key) {
    test::append_value(cubic, Quatd{0, 0, 0.2, 0});
    test::append_value(cubic, about_z(0.7 * key));
    test::append_value(cubic, Quatd{0, 0.3, 0.5, 0});
  }
  add_clip(
      scene, "all",
      {swings(0, 30, 30, 0.1), turns(1, {0, 0.31, 0.93, 1}, {about_z(0), about_z(1), about_z(3), about_z(2)}),
       test::make_channel(2, ChannelPath::rotation, {0, 0.5, 1}, cubic, Interpolation::cubic),
       moves(3, {0, 0.4, 1}, {0, 1, 0, 1, 1, 0, 0, 2, 0}, Interpolation::step),
       test::make_channel(4, ChannelPath::scale, {0, 1}, {1, 1, 1, 1, 2, 1}),
       moves(5, {0.2, 0.6}, {0, 1, 0, 0.5f, 1, 0})});
  return scene;
}

TEST(ClipCurves, samples_at_many_times_with_the_bits_of_single_calls) {
  const Scene scene = of_all_kinds();
  const auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton.ok());
  const ClipCurves curves(scene, 0, *skeleton, {});
  std::vector<double> times_s;
  for (int i = 0; i <= 100; ++i) times_s.push_back(i / 100.0);
  for (const double t : {0.31, 0.93, 0.1, 2.0, -1.0, 0.5}) times_s.push_back(t);  // also backwards
  TimeRows worlds;
  const TimeRows rows = curves.sample(times_s, worlds);
  std::vector<Mat4d> expected;
  for (std::size_t i = 0; i < times_s.size(); ++i) {
    curves.worlds(times_s[i], expected);
    for (std::uint32_t j = 0; j < curves.joint_count(); ++j) {
      EXPECT_EQ(rows.transform(j, i), curves.transform(j, times_s[i])) << j << " at " << times_s[i];
      for (std::size_t e = 0; e < 16; ++e)
        EXPECT_NEAR(worlds.matrix(j, i).m[e], expected[j].m[e], 1e-14) << j << " at " << times_s[i];
    }
  }
}

void expect_same(const ClipError& a, const ClipError& b) {
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t j = 0; j < a.joints.size(); ++j) {
    EXPECT_EQ(a.joints[j].largest, b.joints[j].largest) << j;
    EXPECT_EQ(a.joints[j].time_s, b.joints[j].time_s) << j;
  }
  EXPECT_EQ(a.mean, b.mean);
}

// Works around g++ 12, which drops two of the ten numbers in the optimised decode_pose.
void round_to_float(std::vector<Transformd>& pose) {
  const auto round = [](double& number) {
    const volatile float rounded = static_cast<float>(number);
    number = rounded;
  };
  for (Transformd& t : pose)
    for (double* number : {&t.translation.x, &t.translation.y, &t.translation.z, &t.rotation.x, &t.rotation.y,
                           &t.rotation.z, &t.rotation.w, &t.scale.x, &t.scale.y, &t.scale.z})
      round(*number);
}

// Measures clips with different bounds, one after the other, and then the first one again. Cached results
// must equal recomputed ones.
TEST(PlayedClip, measures_what_decode_pose_plays_version_after_version) {
  const Scene scene = of_all_kinds();
  const auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton.ok());
  const ClipCurves curves(scene, 0, *skeleton, {});
  const ErrorMeasure measure(curves, make_shells(curves, 0.1), measure_times(curves, 30, 4));
  PlayedClip played(curves, measure);
  for (const double bound : {1e-3, 3e-3, 1e-5, 1e-3}) {
    ClipSettings settings;
    settings.error_bound = bound;
    settings.sample_rate_hz = 30;
    const auto built = build_clip(scene, 0, *skeleton, settings);
    ASSERT_TRUE(built.ok());
    const ClipView& clip = built->clip.view;
    expect_same(played.measure(clip), measure.measure([&](float time_s, std::vector<Transformd>& out) {
      decode_pose(clip, curves.skeleton(), time_s, out);
      round_to_float(out);
    }));
  }
}

}  // namespace
}  // namespace skelter
