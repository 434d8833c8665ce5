// Rule loop-seam. All values are worked out by hand from the keys.

#include "scene/lint_scenes.h"

#include <cmath>

namespace skelter::test {
namespace {

// The left foot moves half a unit away and comes back to `end`. It rests for a while at both ends, so that no
// frame next to the seam moves.
Scene returning_to(double end) {
  Scene scene = figure();
  add_lint_clip(
      scene, "step",
      {way(scene, kLeft, {{0, {}}, {0.5, {}}, {1, {0, 0, 0.5}}, {1.5, {0, 0, end}}, {2, {0, 0, end}}})});
  return scene;
}

// Returns the finding of the rule for the first clip, which the caller declares as a loop.
LintFinding declared_loop(const Scene& scene, const std::string& rule = "loop-seam") {
  LintOptions options;
  options.rules = {rule};
  options.loops = {{"#0", true}};
  options.loop_sources = {"--loop"};
  const std::vector<LintFinding> findings = lint(scene, options);
  EXPECT_EQ(findings.size(), 1u);
  return findings.size() == 1 ? findings[0] : LintFinding{};
}

TEST(lint_loop_seam, is_the_jump_from_the_last_pose_to_the_first) {
  const LintFinding far = declared_loop(returning_to(0.03));
  EXPECT_NEAR(far.value, 0.03, 1e-7);
  EXPECT_EQ(far.unit, "H");
  EXPECT_EQ(far.threshold, 0.02);
  EXPECT_FALSE(far.ok);
  EXPECT_EQ(far.clip, 0u);
  EXPECT_EQ(far.time_s, 2.0);
  EXPECT_EQ(far.object, "Left");
  EXPECT_EQ(far.note, "loops, as --loop says");
  const LintFinding near = declared_loop(returning_to(0.01));
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
  // The foot moves forward and back by 0.1 per frame; the sixth frame would be the first one again.
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  const double z[] = {0, 0.1, 0.2, 0.3, 0.2, 0.1};
  for (int k = 0; k < 6; ++k) keys.push_back({k / 30.0, {0, 0, z[k]}});
  add_lint_clip(scene, "step", {way(scene, kLeft, keys)});
  EXPECT_NEAR(finding_of(scene, "loop-seam").value, 0, 1e-7);
  // If the fifth frame is also left out, the jump is 0.2, and 0.1 of that is the normal motion of a frame.
  keys.pop_back();
  scene.clips.clear();
  add_lint_clip(scene, "step", {way(scene, kLeft, keys)});
  EXPECT_NEAR(finding_of(scene, "loop-seam", 0.02).value, 0.1, 1e-6);
}

// A foot that swings along z by 0.2, with a period of 60 frames, and drifts by `gap`: it passes the middle at
// full speed at both ends.
Scene swinging(double gap, const std::string& name = "take") {
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  for (int k = 0; k <= 60; ++k)
    keys.push_back({k / 30.0, {0, 0, 0.2 * std::sin(2 * 3.14159265358979323846 * k / 60) + gap * k / 60}});
  add_lint_clip(scene, name, {way(scene, kLeft, keys)});
  return scene;
}

TEST(lint_loop_seam, judges_a_clip_whose_motion_goes_on_through_the_seam) {
  // The frames next to the seam move by 0.2 * sin(6 degrees) minus a 60th of the gap; this much is tolerated.
  const LintFinding found = finding_of(swinging(-0.045), "loop-seam");
  EXPECT_NEAR(found.value, 0.045 - (0.2 * 0.10452846 - 0.045 / 60), 1e-6);
  EXPECT_EQ(found.threshold, 0.02);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.confidence, LintConfidence::high);
  EXPECT_EQ(found.note, "a loop by its poses and speeds at both ends");
  EXPECT_EQ(found.advice,
            "make the last pose equal to the first; if the clip is meant to play once, declare that");
  EXPECT_TRUE(finding_of(swinging(0), "loop-seam").ok);
}

TEST(lint_loop_seam, only_informs_about_a_clip_that_nothing_shows_to_loop) {
  const auto expect_information = [](const Scene& scene, double value, const std::string& note) {
    const LintFinding found = finding_of(scene, "loop-seam");
    EXPECT_NEAR(found.value, value, 1e-6) << note;
    EXPECT_TRUE(found.ok) << note;
    EXPECT_FALSE(found.threshold.has_value()) << note;
    EXPECT_EQ(found.confidence, LintConfidence::low) << note;
    EXPECT_EQ(found.note, note);
    EXPECT_EQ(found.advice, "nothing if it plays once; if it loops, declare it as a loop");
  };
  expect_information(returning_to(0.03), 0.03, "not known to loop: it rests at both ends");
  // More than a fifth of the largest distance, or more than a fifth of H.
  expect_information(returning_to(0.11), 0.11, "not known to loop: it ends far from where it begins");
  expect_information(returning_to(0.21), 0.21, "not known to loop: it ends far from where it begins");
  // A gunshot: moves back by 0.5 at once, then to 0.09 from its start, where it rests. A frame is a 15th of a
  // second.
  Scene shot = figure();
  add_lint_clip(shot, "rifle",
                {way(shot, kLeft, {{0, {}}, {0.5, {0, 0, 0.5}}, {1, {0, 0, 0.09}}, {1.5, {0, 0, 0.09}}})});
  expect_information(shot, 0.09 - 1.0 / 15, "not known to loop: its speeds at both ends differ");
  // If the caller gives a threshold, all clips are judged by it.
  EXPECT_FALSE(finding_of(returning_to(0.21), "loop-seam", 0.02).ok);
}

TEST(lint_loop_seam, does_not_go_by_the_name) {
  for (const char* name :
       {"Walk", "run_03", "SwimCycle", "attack_loop", "idle", "Death", "punchLeft", "#0"}) {
    Scene rests = returning_to(0.03), swings = swinging(-0.045);
    rests.clips[0].name = swings.clips[0].name = name;
    EXPECT_TRUE(finding_of(rests, "loop-seam").ok) << name;
    EXPECT_FALSE(finding_of(swings, "loop-seam").ok) << name;
  }
}

TEST(lint_loop_seam, believes_the_declaration_given_last) {
  Scene scene = returning_to(0.03);
  scene.clips[0].name = "Attack";
  LintOptions options;
  options.rules = {"loop-seam"};
  options.loops = {{"Walk", true}, {"Attack", true}};
  EXPECT_FALSE(lint(scene, options)[0].ok);
  EXPECT_EQ(lint(scene, options)[0].confidence, LintConfidence::high);
  EXPECT_EQ(lint(scene, options)[0].note, "loops, as the caller says");
  options.loops.push_back({"#0", false});
  options.loop_sources = {"--loop", "--loop", "the configuration"};
  EXPECT_TRUE(lint(scene, options)[0].ok);
  EXPECT_EQ(lint(scene, options)[0].note, "plays once, as the configuration says");
  EXPECT_EQ(lint(scene, options)[0].advice, "nothing if it plays once");
  // The same for clips with poses and speeds of a loop.
  Scene swings = swinging(-0.045, "Attack");
  EXPECT_TRUE(lint(swings, options)[0].ok);
}

// --- closing-key -----------------------------------------------------------------------------------------

// A foot that moves around a circle of radius 0.1 in `frames` frames, without the last `left_out` ones.
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
  // The side of a regular polygon with 12 corners: 2 * 0.1 * sin(15 degrees).
  const LintFinding missing = finding_of(circling(12, 1, "walk"), "closing-key");
  EXPECT_NEAR(missing.value, 0.0517638, 1e-6);
  EXPECT_EQ(missing.threshold, 0.02);
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.object, "Left");
  EXPECT_EQ(
      missing.note,
      "lacks its closing key: the jump from the last key to the first is the motion of one frame; a loop by "
      "its poses and speeds at both ends");
  EXPECT_EQ(missing.advice, "export one more frame, so that the last key repeats the first");
  EXPECT_NEAR(finding_of(circling(12, 1, "walk"), "loop-seam").value, 0, 1e-6);
  EXPECT_NEAR(finding_of(circling(12, 0, "walk"), "closing-key").value, 0, 1e-6);
  // A frame of 0.0131 is too short to be visible.
  EXPECT_TRUE(finding_of(circling(48, 1, "walk"), "closing-key").ok);
  // Three missing frames are a seam, not a missing closing key.
  EXPECT_EQ(finding_of(circling(12, 3, "walk"), "closing-key").value, 0);
  EXPECT_FALSE(declared_loop(circling(12, 3, "walk")).ok);
}

TEST(lint_closing_key, does_not_go_by_the_name) {
  for (const char* name : {"take", "attack", "walk"})
    EXPECT_FALSE(finding_of(circling(12, 1, name), "closing-key").ok) << name;
}

TEST(lint_closing_key, is_not_missing_from_a_clip_that_is_declared_to_play_once) {
  LintOptions options;
  options.rules = {"closing-key"};
  options.loops = {{"walk", false}};
  EXPECT_EQ(lint(circling(12, 1, "walk"), options)[0].value, 0);
  const LintFinding loop = declared_loop(circling(12, 1, "walk"), "closing-key");
  EXPECT_FALSE(loop.ok);
  EXPECT_EQ(
      loop.note,
      "lacks its closing key: the jump from the last key to the first is the motion of one frame; loops, as "
      "--loop says");
}

TEST(lint_closing_key, has_to_point_along_the_motion) {
  // The clip comes back slowly along z and jumps by the motion of a frame along x.
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
  // The root walks away; a separate prop stands still and returns to its start.
  Scene scene = figure();
  const auto prop = static_cast<std::uint32_t>(scene.nodes.size());
  scene.nodes.push_back(make_node("Prop", kNone, translation_matrix(Vec3d{3, 0, 0})));
  scene.nodes[prop].meshes = {{0, kNone}};
  scene.nodes[kBody].meshes.push_back({0, 0});  // most vertices belong to the walking part
  add_lint_clip(scene, "walk", {way(scene, kHip, {{0, {}}, {1, {0, 0, 1}}})});
  EXPECT_NEAR(finding_of(scene, "loop-seam").value, 0, 1e-6);
}

TEST(lint_loop_seam, ignores_the_path_of_the_root) {
  Scene scene = figure();
  add_lint_clip(scene, "walk",
                {way(scene, kHip, {{0, {}}, {1, {0, 0, 2}}}),
                 way(scene, kLeft,
                     {{0, {}}, {0.25, {}}, {0.5, {0, 0, 0.5}}, {0.75, {0, 0, 0.03}}, {1, {0, 0, 0.03}}})});
  const LintFinding found = finding_of(scene, "loop-seam", 0.02);
  EXPECT_NEAR(found.value, 0.03, 1e-6);
  EXPECT_EQ(found.note,
            "not known to loop: it rests at both ends; travels 2 of the model size, which is ignored");
}

// As in motion capture: a root that has keys but never moves, and hips below it that travel.
TEST(lint_loop_seam, finds_the_node_that_travels_below_a_root_that_does_not) {
  Scene scene = figure();
  const auto root = static_cast<std::uint32_t>(scene.nodes.size());
  scene.nodes.push_back(make_node("Root", kNone, {}));
  scene.nodes[kHip].parent = root;
  add_lint_clip(scene, "walk",
                {way(scene, root, {{0, {}}, {1, {}}}), way(scene, kHip, {{0, {}}, {1, {0, 0, 2}}})});
  const LintFinding found = finding_of(scene, "loop-seam");
  EXPECT_NEAR(found.value, 0, 1e-6);
  EXPECT_EQ(found.note, "travels 2 of the model size, which is ignored");
}

TEST(lint_loop_seam, reports_nothing_for_a_clip_of_one_pose) {
  Scene scene = figure();
  add_lint_clip(scene, "pose", {way(scene, kLeft, {{0, {}}})});
  EXPECT_TRUE(findings_of(scene, "loop-seam").empty());
}

}  // namespace
}  // namespace skelter::test
