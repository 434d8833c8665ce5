// Rule loop-seam. Every value by hand from the keys.

#include "scene/lint_scenes.h"

#include <cmath>

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

// The clip of a test, by another name.
LintFinding seam_called(const std::string& name, Scene scene, const std::string& rule = "loop-seam") {
  scene.clips[0].name = name;
  return finding_of(scene, rule);
}

TEST(lint_loop_seam, judges_by_what_the_name_says) {
  for (const char* name : {"Walk", "run_03", "AnimalArmature|Gallop", "SwimCycle", "attack_loop", "2_move"})
    EXPECT_FALSE(seam_called(name, returning_to(0.21)).ok) << name;
  for (const char* name : {"Death", "Armature|TRex_Attack", "punchLeft", "Jump_toIdle", "Idle_HitReact",
                           "DIE", "Weapon", "Run_Shoot", "Roll", "door_open"}) {
    const LintFinding found = seam_called(name, returning_to(0.03));
    EXPECT_TRUE(found.ok) << name;
    EXPECT_FALSE(found.threshold.has_value()) << name;
    EXPECT_EQ(found.confidence, LintConfidence::low) << name;
    EXPECT_NEAR(found.value, 0.03, 1e-7) << name;  // told all the same
    EXPECT_FALSE(found.note.empty()) << name;
    EXPECT_FALSE(found.advice.empty()) << name;
  }
  // Words inside of other words say nothing.
  EXPECT_FALSE(seam_called("torso_prune_diet", returning_to(0.03)).ok);
}

TEST(lint_loop_seam, believes_the_caller_before_the_name) {
  Scene scene = returning_to(0.03);
  scene.clips[0].name = "Attack";
  LintOptions options;
  options.rules = {"loop-seam"};
  options.loops = {{"Walk", true}, {"Attack", true}};
  EXPECT_FALSE(lint(scene, options)[0].ok);
  EXPECT_EQ(lint(scene, options)[0].confidence, LintConfidence::high);
  options.loops.push_back({"#0", false});  // the last one counts
  EXPECT_TRUE(lint(scene, options)[0].ok);
}

TEST(lint_loop_seam, takes_a_clip_that_rests_at_one_end_only_for_one_that_plays_once) {
  // A shot: back by 0.2 at once, then to 0.09 from where it began, where it rests.
  Scene scene = figure();
  add_lint_clip(scene, "rifle",
                {way(scene, kLeft, {{0, {}}, {0.5, {0, 0, 0.2}}, {1, {0, 0, 0.09}}, {1.5, {0, 0, 0.09}}})});
  const LintFinding found = finding_of(scene, "loop-seam");
  EXPECT_TRUE(found.ok);
  EXPECT_EQ(found.note, "rests at one end and moves at the other, as a clip that plays once");
}

// --- closing-key -----------------------------------------------------------------------------------------

// A foot that goes round a circle of radius 0.1 in `frames` frames, the last ones left out.
Scene circling(int frames, int left_out, const std::string& name) {
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  for (int k = 0; k <= frames - left_out; ++k) {
    const double angle_rad = 2 * 3.14159265358979323846 * k / frames;
    keys.push_back({k / 30.0, {0.1 * std::cos(angle_rad), 0, 0.1 * std::sin(angle_rad)}});
  }
  add_lint_clip(scene, name, {way(scene, kLeft, keys)});
  return scene;
}

TEST(lint_closing_key, is_missing_where_the_gap_is_the_motion_of_a_frame) {
  // The side of a regular polygon of 12 corners: 2 * 0.1 * sin(15 degrees).
  const LintFinding missing = finding_of(circling(12, 1, "walk"), "closing-key");
  EXPECT_NEAR(missing.value, 0.0517638, 1e-6);
  EXPECT_EQ(missing.threshold, 0.02);
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.object, "Left");
  EXPECT_EQ(missing.note,
            "lacks its closing key: the jump from the last key to the first is the motion of one frame");
  EXPECT_EQ(missing.advice, "export one frame more, so that the last key repeats the first");
  EXPECT_NEAR(finding_of(circling(12, 1, "walk"), "loop-seam").value, 0, 1e-6);
  EXPECT_NEAR(finding_of(circling(12, 0, "walk"), "closing-key").value, 0, 1e-6);
  // A frame of 0.0131: too little to be seen.
  EXPECT_TRUE(finding_of(circling(48, 1, "walk"), "closing-key").ok);
  // Three frames are no closing key but a seam.
  EXPECT_EQ(finding_of(circling(12, 3, "walk"), "closing-key").value, 0);
  EXPECT_FALSE(finding_of(circling(12, 3, "walk"), "loop-seam").ok);
}

TEST(lint_closing_key, only_tells_of_clips_that_nothing_calls_a_loop) {
  const LintFinding told = finding_of(circling(12, 1, "take"), "closing-key");
  EXPECT_TRUE(told.ok);
  EXPECT_EQ(told.confidence, LintConfidence::low);
  EXPECT_NEAR(told.value, 0.0517638, 1e-6);
  EXPECT_EQ(finding_of(circling(12, 1, "attack"), "closing-key").value, 0);
}

TEST(lint_closing_key, has_to_point_along_the_motion) {
  // The clip comes back slowly along z and jumps a frame's length along x.
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  for (int k = 0; k <= 12; ++k) keys.push_back({k / 30.0, {0.05 * k / 12, 0, 0.05 * std::abs(6 - k)}});
  add_lint_clip(scene, "walk", {way(scene, kLeft, keys)});
  EXPECT_EQ(finding_of(scene, "closing-key").value, 0);
}

TEST(lint_closing_key, needs_keys_at_every_frame) {
  Scene scene = figure();
  add_lint_clip(scene, "walk",
                {way(scene, kLeft, {{0, {}}, {1, {0, 0, 0.5}}, {2, {0, 0, 0.25}}, {3, {0, 0, 0.03}}})});
  EXPECT_EQ(finding_of(scene, "closing-key").value, 0);
}

TEST(lint_loop_seam, leaves_what_the_root_does_not_carry_where_it_is) {
  // The root walks away; a prop beside it stands still and closes.
  Scene scene = figure();
  const auto prop = static_cast<std::uint32_t>(scene.nodes.size());
  scene.nodes.push_back(make_node("Prop", kNone, translation_matrix(Vec3d{3, 0, 0})));
  scene.nodes[prop].meshes = {{0, kNone}};
  scene.nodes[kBody].meshes.push_back({0, 0});  // most vertices walk
  add_lint_clip(scene, "walk", {way(scene, kHip, {{0, {}}, {1, {0, 0, 1}}})});
  EXPECT_NEAR(finding_of(scene, "loop-seam").value, 0, 1e-6);
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
