// Rule loop-seam. Every value by hand from the keys.

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

// The left foot goes half a unit away and comes back to `end`; it rests a while at both ends, so that no
// frame beside the seam moves.
Scene returning_to(double end) {
  Scene scene = figure();
  add_lint_clip(
      scene, "step",
      {way(scene, kLeft, {{0, {}}, {0.5, {}}, {1, {0, 0, 0.5}}, {1.5, {0, 0, end}}, {2, {0, 0, end}}})});
  return scene;
}

TEST(lint_loop_seam, is_the_jump_from_the_last_pose_to_the_first) {
  const LintFinding far = finding_of(returning_to(0.03), "loop-seam");
  EXPECT_NEAR(far.value, 0.03, 1e-7);
  EXPECT_EQ(far.unit, "H");
  EXPECT_EQ(far.threshold, 0.02);
  EXPECT_FALSE(far.ok);
  EXPECT_EQ(far.clip, 0u);
  EXPECT_EQ(far.time_s, 2.0);
  EXPECT_EQ(far.object, "Left");
  const LintFinding near = finding_of(returning_to(0.01), "loop-seam");
  EXPECT_NEAR(near.value, 0.01, 1e-7);
  EXPECT_TRUE(near.ok);
  EXPECT_EQ(finding_of(returning_to(0), "loop-seam").value, 0);
}

TEST(lint_loop_seam, is_relative_to_the_size_of_the_model) {
  Scene scene = figure();
  scene.meshes[0].primitives[0].positions.push_back({0, 3, 0});  // H is 3
  append_influences(scene.meshes[0].primitives[0], {{kHip, 1}});
  scene.meshes[0].primitives[0].source_vertices = 4;
  add_lint_clip(scene, "step", returning_to(0.03).clips[0].channels);
  scene.clips[0] = returning_to(0.03).clips[0];
  EXPECT_NEAR(finding_of(scene, "loop-seam").value, 0.01, 1e-7);
}

TEST(lint_loop_seam, forgives_a_last_frame_that_was_left_out) {
  // There and back by 0.1 a frame; the sixth frame would be the first again.
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  const double z[] = {0, 0.1, 0.2, 0.3, 0.2, 0.1};
  for (int k = 0; k < 6; ++k) keys.push_back({k / 30.0, {0, 0, z[k]}});
  add_lint_clip(scene, "step", {way(scene, kLeft, keys)});
  EXPECT_NEAR(finding_of(scene, "loop-seam").value, 0, 1e-7);
  // The fifth left out, too: 0.2 to jump, 0.1 of it a frame's own way.
  keys.pop_back();
  scene.clips.clear();
  add_lint_clip(scene, "step", {way(scene, kLeft, keys)});
  EXPECT_NEAR(finding_of(scene, "loop-seam", 0.02).value, 0.1, 1e-6);
}

TEST(lint_loop_seam, only_tells_of_a_clip_that_plays_once) {
  // More than half of its farthest way out ...
  EXPECT_FALSE(finding_of(returning_to(0.19), "loop-seam").ok);
  Scene scene = figure();
  add_lint_clip(
      scene, "lean",
      {way(scene, kLeft, {{0, {}}, {0.5, {}}, {1, {0, 0, 0.15}}, {1.5, {0, 0, 0.1}}, {2, {0, 0, 0.1}}})});
  const LintFinding out = finding_of(scene, "loop-seam");
  EXPECT_NEAR(out.value, 0.1, 1e-7);
  EXPECT_TRUE(out.ok);
  EXPECT_FALSE(out.threshold.has_value());
  EXPECT_EQ(out.note, "ends far from where it begins, as a clip that plays once");
  // ... or more than a fifth of H. A threshold of the caller's own judges them all.
  EXPECT_TRUE(finding_of(returning_to(0.21), "loop-seam").ok);
  EXPECT_FALSE(finding_of(returning_to(0.21), "loop-seam", 0.02).ok);
}

TEST(lint_loop_seam, leaves_the_way_of_the_root_out) {
  Scene scene = figure();
  add_lint_clip(scene, "walk",
                {way(scene, kHip, {{0, {}}, {1, {0, 0, 2}}}),
                 way(scene, kLeft,
                     {{0, {}}, {0.25, {}}, {0.5, {0, 0, 0.5}}, {0.75, {0, 0, 0.03}}, {1, {0, 0, 0.03}}})});
  const LintFinding found = finding_of(scene, "loop-seam", 0.02);
  EXPECT_NEAR(found.value, 0.03, 1e-6);
  EXPECT_EQ(found.note, "travels 2 of the size, which is not counted");
}

TEST(lint_loop_seam, has_nothing_to_say_of_a_clip_of_one_pose) {
  Scene scene = figure();
  add_lint_clip(scene, "pose", {way(scene, kLeft, {{0, {}}})});
  EXPECT_TRUE(findings_of(scene, "loop-seam").empty());
}

}  // namespace
}  // namespace skelter::test
