#include <gtest/gtest.h>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/validate.h"
#include "support/blend_example.h"
#include "support/numbers.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::make_channel;
using test::make_node;
using test::near;
using test::radians;

Mat4d turned(double degrees, const Vec3d& moved = {}) {
  return to_mat4(Transformd{moved, from_axis_angle(kZ, radians(degrees)), {1, 1, 1}});
}

// Makes a scene with one node and, for each list of channels, one clip with a single time.
Scene poses_of(const Mat4d& rest, const std::vector<std::vector<Channel>>& clips) {
  Scene scene;
  scene.nodes.push_back(make_node("Bone", kNone, rest));
  for (const std::vector<Channel>& channels : clips) {
    Clip clip;
    clip.targets.push_back({"Bone", 0, {}});
    clip.channels = channels;
    scene.clips.push_back(std::move(clip));
  }
  EXPECT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  return scene;
}
Channel turn_key(double degrees) {
  std::vector<float> values;
  test::append_value(values, from_axis_angle(kZ, radians(degrees)));
  return make_channel(0, ChannelPath::rotation, {0}, values);
}
Channel move_key(float x, float y, float z) {
  return make_channel(0, ChannelPath::translation, {0}, {x, y, z});
}
Channel scale_key(float x, float y, float z) {
  return make_channel(0, ChannelPath::scale, {0}, {x, y, z});
}
Channel matrix_key(const Mat4d& m) {
  std::vector<float> values;
  test::append_value(values, m);
  return make_channel(0, ChannelPath::matrix, {0}, values);
}

Mat4d mixed(const Scene& scene, const std::vector<MixLayer>& layers, MixMode mode) {
  return evaluate_mix(scene, layers, mode).local[0];
}

// B-33, B-34: the clips of the tutorial at 250 ms; rows and vertices are in source space (left-handed).
TEST(mix, element_wise_sums_have_the_documents_numbers) {
  Scene scene = test::blend_example();
  const EvaluateOptions options{Loop::loop, MatrixKeys::elements, true, true};
  const std::vector<MixLayer> swing{{0, 1.5, 0.25}}, both{{0, 1.5, 0.25}, {1, 1.2, 0.25}};
  const Pose pose = evaluate_mix(scene, swing, MixMode::elements, options);
  const Mat4d arm = mirrored_z(pose.local[1]);
  EXPECT_TRUE(near(Vec3d{arm.m[0], arm.m[1], arm.m[2]}, {0.590814, 0.889650, 0}, 1e-4));
  EXPECT_TRUE(near(Vec3d{arm.m[4], arm.m[5], arm.m[6]}, {-0.995716, 0.696880, 0}, 1e-4));
  EXPECT_TRUE(near(translation_part(arm), {0, 10.75, 0}, 1e-4));
  EXPECT_TRUE(near(skin(scene, pose, 0, 0).positions[5], {-5.209032, 15.845345, -0.502860}, 1e-4));
  EXPECT_TRUE(near(skin(scene, evaluate_mix(scene, both, MixMode::elements, options), 0, 0).positions[5],
                   {-2.418055, 15.849616, 0.982168}, 1e-4));
  scene.absent = Absent::identity;
  EXPECT_TRUE(near(skin(scene, evaluate_mix(scene, swing, MixMode::elements, options), 0, 0).positions[5],
                   {2.258839, 10.618746, -0.502860}, 1e-4));
}

// B-32: the rest matrix is the identity, rotated by 60 degrees about z with amount 1.5.
TEST(mix, element_wise_shears_and_grows_where_additive_stays_rigid) {
  const Scene scene = poses_of(Mat4d{}, {{turn_key(60)}});
  const Mat4d sum = mixed(scene, {{0, 1.5, 0}}, MixMode::elements);
  EXPECT_TRUE(near(Vec3d{sum.m[0], sum.m[1], 0}, {0.25, 1.299038, 0}, 1e-6));
  EXPECT_TRUE(near(Vec3d{sum.m[4], sum.m[5], 0}, {-1.299038, 0.25, 0}, 1e-6));
  EXPECT_NEAR(sum.m[0] * sum.m[5] - sum.m[1] * sum.m[4], 1.75, 1e-6);
  EXPECT_TRUE(near(mixed(scene, {{0, 1.5, 0}}, MixMode::additive), turned(90), 1e-6));
}

// B-31: amount 1 gives the clip itself, and 0 the rest pose, in both modes.
TEST(mix, amount_one_is_the_clip_and_zero_the_rest) {
  const Scene scene = test::blend_example();
  for (const std::uint32_t clip : {0u, 1u})
    for (const double time_s : {0.0, 0.13, 0.25, 0.5})
      for (const MixMode mode : {MixMode::elements, MixMode::additive}) {
        const Pose one = evaluate_mix(scene, std::vector<MixLayer>{{clip, 1, time_s}}, mode);
        const Pose none = evaluate_mix(scene, std::vector<MixLayer>{{clip, 0, time_s}}, mode);
        const Pose sampled = evaluate(scene, clip, time_s), rest = rest_pose(scene);
        for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
          EXPECT_TRUE(near(one.local[n], sampled.local[n], 1e-6));
          EXPECT_TRUE(near(none.local[n], rest.local[n], 1e-6));
        }
      }
}

TEST(mix, without_layers_the_scene_rests) {
  const Scene scene = test::blend_example();
  for (const MixMode mode : {MixMode::elements, MixMode::additive}) {
    EXPECT_EQ(evaluate_mix(scene, {}, mode).world, rest_pose(scene).world);
    // Equal bit for bit, also right after a frame with both clips: evaluation leaves nothing in the scene.
    const std::vector<MixLayer> both{{0, 1.5, 0.25}, {1, 1.2, 0.25}};
    EXPECT_NE(evaluate_mix(scene, both, mode).local, rest_pose(scene).local);
    EXPECT_EQ(evaluate_mix(scene, {}, mode).local, rest_pose(scene).local);
  }
}

// B-35: the same clock, but each clip wraps separately: lengths 1000 and 600 at 1001.
TEST(mix, each_clip_wraps_at_its_own_length) {
  const Scene scene = test::blend_example();
  const EvaluateOptions options{Loop::loop, MatrixKeys::elements, false, true};
  const Pose at_1001 =
      evaluate_mix(scene, std::vector<MixLayer>{{0, 1, 1.001}, {1, 1, 1.001}}, MixMode::elements, options);
  const Pose by_hand =
      evaluate_mix(scene, std::vector<MixLayer>{{0, 1, 0}, {1, 1, 0.4}}, MixMode::elements, options);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n)
    EXPECT_TRUE(near(at_1001.local[n], by_hand.local[n], 1e-9));
}

// Requirement B-37 of docs/tutorials.md.
TEST(mix, element_wise_layers_add_up_in_any_order) {
  const Scene scene = test::blend_example();
  const Pose a =
      evaluate_mix(scene, std::vector<MixLayer>{{0, 1.5, 0.25}, {1, 1.2, 0.25}}, MixMode::elements);
  const Pose b =
      evaluate_mix(scene, std::vector<MixLayer>{{1, 1.2, 0.25}, {0, 1.5, 0.25}}, MixMode::elements);
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) EXPECT_TRUE(near(a.world[n], b.world[n], 1e-6));
}

// B-36: partial sets can be layered without masks. Nodes that are not driven stay at rest, even if missing
// parts mean the identity.
TEST(mix, nodes_that_no_layer_drives_rest) {
  Scene scene = poses_of(turned(10), {{turn_key(40)}});
  scene.nodes.push_back(make_node("Other", kNone, turned(70, {1, 2, 3})));
  scene.absent = Absent::identity;
  for (const MixMode mode : {MixMode::elements, MixMode::additive}) {
    const Pose pose = evaluate_mix(scene, std::vector<MixLayer>{{0, 1, 0}}, mode);
    EXPECT_EQ(pose.local[1], to_double(scene.nodes[1].rest));
  }
}

// The scale is multiplied by ratio^w, w * difference is added to the translation, and the rotation is
// multiplied by D^w; weights above 1 extrapolate.
TEST(mix, additive_layers_exaggerate_every_part) {
  const Mat4d rest = to_mat4(Transformd{{1, 2, 3}, from_axis_angle(kZ, radians(10)), {2, 1, 1}});
  const Scene scene = poses_of(rest, {{move_key(3, 2, 3), turn_key(30), scale_key(4, 3, 1)}});
  const Mat4d expected = to_mat4(Transformd{{1 + 1.5 * 2, 2, 3},
                                            from_axis_angle(kZ, radians(10 + 1.5 * 20)),
                                            {2 * std::pow(2, 1.5), std::pow(3, 1.5), 1}});
  EXPECT_TRUE(near(mixed(scene, {{0, 1.5, 0}}, MixMode::additive), expected, 1e-5));
  EXPECT_TRUE(near(mixed(scene, {{0, 0.75, 0}, {0, 0.75, 0}}, MixMode::additive), expected, 1e-5));
}

// The rest pose is applied first, then the difference: a rotation about the parent's axis, whatever the rest
// pose is.
TEST(mix, the_difference_follows_the_rest) {
  const Quatd x90 = from_axis_angle(Vec3d{1, 0, 0}, radians(90));
  const Quatd sampled = from_axis_angle(kZ, radians(40)) * x90;
  std::vector<float> values;
  test::append_value(values, sampled);
  const Scene scene = poses_of(rotation_matrix(x90), {{make_channel(0, ChannelPath::rotation, {0}, values)}});
  EXPECT_TRUE(near(mixed(scene, {{0, 0.5, 0}}, MixMode::additive),
                   rotation_matrix(from_axis_angle(kZ, radians(20)) * x90), 1e-6));
}

TEST(mix, a_scale_of_zero_or_of_other_sign_mixes_linearly) {
  const Scene scene = poses_of(Mat4d{}, {{scale_key(0, -1, 3)}});
  EXPECT_TRUE(near(mixed(scene, {{0, 0.5, 0}}, MixMode::additive), scale_matrix(Vec3d{0.5, 0, 2}), 1e-7));
}

TEST(mix, shear_mixes_linearly) {
  Mat4d shear;
  shear(0, 1) = shear(1, 0) = 0.5;  // symmetric, so without rotation
  const Scene scene = poses_of(Mat4d{}, {{matrix_key(shear)}});
  Mat4d half;
  half(0, 1) = half(1, 0) = 0.25;
  EXPECT_TRUE(near(mixed(scene, {{0, 0.5, 0}}, MixMode::additive), half, 1e-7));
}

// d3dx-behaviour.md, section 7, item 9: with half the amount, a mirrored node rotates by half the angle and
// stays mirrored.
TEST(mix, a_mirrored_node_stays_mirrored) {
  const Mat4d mirror = scale_matrix(Vec3d{1, 1, -1});
  const auto turned_x = [](double degrees) {
    return rotation_matrix(from_axis_angle(Vec3d{1, 0, 0}, radians(degrees)));
  };
  const Scene scene = poses_of(mirror, {{matrix_key(turned_x(100) * mirror)}});
  EXPECT_TRUE(near(mixed(scene, {{0, 0.5, 0}}, MixMode::additive), turned_x(50) * mirror, 1e-6));
}

// B-38: without "swing" and with "wave" is a new animation without new data.
TEST(mix, switching_a_layer_off_leaves_the_others) {
  const Scene scene = test::blend_example();
  for (const MixMode mode : {MixMode::elements, MixMode::additive}) {
    const Pose off = evaluate_mix(scene, std::vector<MixLayer>{{0, 0, 0.25}, {1, 1, 0.25}}, mode);
    const Pose only = evaluate_mix(scene, std::vector<MixLayer>{{1, 1, 0.25}}, mode);
    for (std::size_t n = 0; n < scene.nodes.size(); ++n)
      EXPECT_TRUE(near(off.local[n], only.local[n], 1e-12));
  }
}

}  // namespace
}  // namespace skelter
