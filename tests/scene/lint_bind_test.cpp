// Rules skin-stretch, bind-pose and missing-skin. Values are worked out by hand.

#include <cmath>

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

// The test model with a clip in which the hip rotates, so that no bone moves relative to its parent.
Scene turning_figure() {
  Scene scene = figure();
  std::vector<float> turns;
  append_value(turns, Quatd{0, 0, 0, 1});
  append_value(turns, Quatd{0, 0.70710678, 0, 0.70710678});
  add_lint_clip(scene, "turn", {make_channel(kHip, ChannelPath::rotation, {0, 1}, turns)});
  return scene;
}

// --- skin-stretch ----------------------------------------------------------------------------------------

TEST(lint_skin_stretch, of_a_skin_that_fits_is_1_in_every_pose) {
  const LintFinding found = finding_of(turning_figure(), "skin-stretch");
  EXPECT_NEAR(found.value, 1, 1e-6);
  EXPECT_TRUE(found.ok);
  EXPECT_EQ(found.unit, "times own");
}

// The matrices move both feet by 4 along z, so two edges are sqrt(0.01 + 1 + 16) long; the longest edge of
// the mesh is sqrt(1.01) long.
TEST(lint_skin_stretch, of_a_torn_skin_is_the_longest_edge_over_that_of_the_mesh) {
  Scene scene = turning_figure();
  for (const std::uint32_t foot : {kLeft, kRight}) scene.skins[0].joints[foot].joint_from_mesh.m[14] += 4;
  const LintFinding found = finding_of(scene, "skin-stretch");
  EXPECT_NEAR(found.value, std::sqrt((1.01 + 16) / 1.01), 1e-5);  // 4.1 times
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.confidence, LintConfidence::high);
  EXPECT_EQ(found.clip, 0u);
  EXPECT_TRUE(found.time_s.has_value());
  EXPECT_EQ(found.object, "Hip");
  EXPECT_EQ(found.note, "from vertex 0 to 1 of Body");
}

// A leg of length sqrt(1.01) is stretched to sqrt(4.01) in the middle of the clip.
TEST(lint_skin_stretch, of_one_pose_is_not_judged_up_to_a_limit) {
  Scene scene = figure();
  add_lint_clip(scene, "split", {way(scene, kLeft, {{0, {}}, {1, {0, -1, 0}}, {2, {}}})});
  const LintFinding found = finding_of(scene, "skin-stretch");
  EXPECT_NEAR(found.value, std::sqrt(4.01 / 1.01), 1e-6);  // 1.99
  EXPECT_EQ(found.time_s, 1.0);
  EXPECT_TRUE(found.ok);
  EXPECT_EQ(found.confidence, LintConfidence::low);
  EXPECT_EQ(found.note, "from vertex 0 to 1 of Body; intact in other poses, so it may be intended");
}

// A joint that grows to 10 times its size also scales its vertices, and hidden parts are scaled to 0.
TEST(lint_skin_stretch, leaves_out_what_joints_scale) {
  Scene scene = figure();
  scene.meshes[0].primitives[0].influence_begin.clear();
  scene.meshes[0].primitives[0].influences.clear();
  for (int i = 0; i < 3; ++i) append_influences(scene.meshes[0].primitives[0], {{kHip, 1}});
  add_lint_clip(scene, "grow", {make_channel(kHip, ChannelPath::scale, {0, 1}, {0, 0, 0, 10, 10, 10})});
  EXPECT_NEAR(finding_of(scene, "skin-stretch").value, 1, 1e-5);
}

TEST(lint_skin_stretch, of_a_model_without_clips_is_that_at_rest) {
  const LintFinding found = finding_of(figure(), "skin-stretch");
  EXPECT_NEAR(found.value, 1, 1e-6);
  EXPECT_EQ(found.clip, kNone);
  EXPECT_FALSE(found.time_s.has_value());
}

// --- bind-pose -------------------------------------------------------------------------------------------

TEST(lint_bind_pose, is_that_of_the_matrices_whatever_turns) {
  Scene scene = turning_figure();
  EXPECT_NEAR(finding_of(scene, "bind-pose").value, 0, 1e-6);
  EXPECT_TRUE(finding_of(scene, "bind-pose").ok);
  // A model saved in a different pose: the hip is rotated by a quarter turn and moved at rest.
  Mat4 turned = translation_matrix(Vec3{3, 1, 2});
  turned.m[0] = 0;
  turned.m[2] = -1;
  turned.m[8] = 1;
  turned.m[10] = 0;
  scene.nodes[kHip].rest = turned;
  scene.nodes[kHip].rest_trs.reset();
  EXPECT_NEAR(finding_of(scene, "bind-pose").value, 0, 1e-6);
}

TEST(lint_bind_pose, finds_a_matrix_of_another_place) {
  Scene scene = turning_figure();
  scene.skins[0].joints[kRight].joint_from_mesh.m[13] += 0.5f;  // half of the model's height
  const LintFinding found = finding_of(scene, "bind-pose");
  EXPECT_NEAR(found.value, 0.5, 1e-6);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.object, "Right");
  EXPECT_EQ(found.note, "the inverse bind matrices put it in a different place on Hip");
  EXPECT_EQ(found.clip, kNone);
}

TEST(lint_bind_pose, leaves_out_bones_that_clips_move_along) {
  Scene scene = figure();
  scene.skins[0].joints[kRight].joint_from_mesh.m[13] += 0.5f;
  add_lint_clip(scene, "reach", {way(scene, kRight, {{0, {}}, {1, {0, 0.2, 0}}})});
  EXPECT_NEAR(finding_of(scene, "bind-pose").value, 0, 1e-6);
}

// --- missing-skin ----------------------------------------------------------------------------------------

// The test model without its skin, with a clip in which each joint below the hip rotates.
Scene without_skin() {
  Scene scene = figure();
  scene.skins.clear();
  scene.nodes[kBody].meshes[0].skin = kNone;
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.influence_begin.clear();
  primitive.influences.clear();
  std::vector<Channel> channels;
  std::vector<float> turns;
  append_value(turns, Quatd{0, 0, 0, 1});
  append_value(turns, Quatd{0, 1, 0, 0});
  for (const std::uint32_t node : {kHip, kLeft, kRight})
    channels.push_back(make_channel(node, ChannelPath::rotation, {0, 1}, turns));
  add_lint_clip(scene, "walk", channels);
  return scene;
}

TEST(lint_missing_skin, is_found_where_clips_move_joints_that_no_mesh_follows) {
  const LintFinding found = finding_of(without_skin(), "missing-skin");
  EXPECT_EQ(found.value, 3);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.object, "Hip, Left, Right");
  EXPECT_EQ(found.note, "animated mesh without a skin: the clips move joints that no mesh follows");
  EXPECT_EQ(finding_of(turning_figure(), "missing-skin").value, 0);
}

TEST(lint_missing_skin, is_not_reported_for_a_figure_of_rigid_parts) {
  Scene scene = without_skin();
  scene.nodes[kBody].meshes.clear();
  for (const std::uint32_t node : {kLeft, kRight}) scene.nodes[node].meshes = {{0, kNone}};
  EXPECT_EQ(finding_of(scene, "missing-skin").value, 0);
  // Only one of the three moving joints carries the mesh.
  Scene helpers = without_skin();
  helpers.nodes[kBody].parent = kHip;
  EXPECT_EQ(finding_of(helpers, "missing-skin").value, 0);
}

}  // namespace
}  // namespace skelter::test
