// Rules quaternion-flip, scale-drift, frame-ticks and redundant-keys. All values are worked out by hand from
// the keys.

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

// --- quaternion-flip -------------------------------------------------------------------------------------

Channel turning(std::vector<Quatd> rotations, Interpolation interpolation = Interpolation::linear) {
  std::vector<double> times_s;
  std::vector<float> values;
  for (const Quatd& q : rotations) {
    times_s.push_back(static_cast<double>(times_s.size()) / 30);
    if (interpolation == Interpolation::cubic) append_value(values, Quatd{0, 0, 0, 0});
    append_value(values, q);
    if (interpolation == Interpolation::cubic) append_value(values, Quatd{0, 0, 0, 0});
  }
  return make_channel(kLeft, ChannelPath::rotation, times_s, values, interpolation);
}

constexpr Quatd kSame{0, 0, 0, 1}, kSameAgain{0, 0, 0, -1};

TEST(lint_quaternion_flip, counts_neighbours_on_opposite_sides_and_informs) {
  Scene scene = figure();
  add_lint_clip(scene, "spin", {turning({kSame, kSameAgain, kSameAgain, kSame})});
  const LintFinding found = finding_of(scene, "quaternion-flip");
  EXPECT_EQ(found.value, 2);
  EXPECT_TRUE(found.ok);
  EXPECT_FALSE(found.threshold.has_value());
  EXPECT_EQ(found.time_s, 1.0 / 30);
  EXPECT_EQ(found.object, "Left");
  EXPECT_EQ(
      found.note,
      "neighbouring keys have opposite signs; this only affects programs that do not take the shorter path");
  EXPECT_FALSE(finding_of(scene, "quaternion-flip", 1).ok);
  EXPECT_TRUE(finding_of(scene, "quaternion-flip", 2).ok);
}

TEST(lint_quaternion_flip, fails_for_a_spline_that_swings_through) {
  Scene scene = figure();
  add_lint_clip(scene, "spin", {turning({kSame, kSameAgain}, Interpolation::cubic)});
  const LintFinding found = finding_of(scene, "quaternion-flip");
  EXPECT_EQ(found.value, 1);
  EXPECT_FALSE(found.ok);
  EXPECT_EQ(found.note,
            "neighbouring spline keys have opposite signs, so the rotation takes the longer path");
  scene.clips.clear();
  add_lint_clip(scene, "still", {turning({kSame, kSame}, Interpolation::cubic)});
  EXPECT_TRUE(finding_of(scene, "quaternion-flip").ok);
}

TEST(lint_quaternion_flip, is_not_found_where_nothing_turns) {
  Scene scene = figure();
  add_lint_clip(scene, "slide", {way(scene, kLeft, {{0, {}}, {1, {0, 0, 1}}})});
  EXPECT_TRUE(findings_of(scene, "quaternion-flip").empty());
}

// --- scale-drift -----------------------------------------------------------------------------------------

Scene scaled(double last) {
  Scene scene = figure();
  const auto s = static_cast<float>(last);
  add_lint_clip(scene, "grow",
                {make_channel(kLeft, ChannelPath::scale, {0, 0.5, 1}, {1, 1, 1, 1, 1, 1, 1, s, 1})});
  return scene;
}

TEST(lint_scale_drift, is_the_largest_change_of_an_axis_since_the_first_key) {
  const LintFinding much = finding_of(scaled(1.003), "scale-drift");
  EXPECT_NEAR(much.value, 0.003, 1e-7);
  EXPECT_EQ(much.threshold, 0.002);
  EXPECT_FALSE(much.ok);
  EXPECT_EQ(much.time_s, 1.0);
  EXPECT_EQ(much.object, "Left");
  EXPECT_TRUE(finding_of(scaled(0.999), "scale-drift").ok);
  EXPECT_NEAR(finding_of(scaled(0.999), "scale-drift").value, 0.001, 1e-7);
}

TEST(lint_scale_drift, takes_large_changes_as_meant) {
  const LintFinding found = finding_of(scaled(1.2), "scale-drift");
  EXPECT_EQ(found.value, 0);
  EXPECT_TRUE(found.ok);
  EXPECT_EQ(found.note, "scaled on purpose, over 5 %: Left");
}

TEST(lint_scale_drift, only_informs_about_squash_and_stretch) {
  // The joint returns to its original size.
  Scene scene = figure();
  add_lint_clip(scene, "squash",
                {make_channel(kLeft, ChannelPath::scale, {0, 0.5, 1}, {1, 1, 1, 1, 0.97f, 1, 1, 1, 1})});
  const LintFinding back = finding_of(scene, "scale-drift");
  EXPECT_NEAR(back.value, 0.03, 1e-7);
  EXPECT_TRUE(back.ok);
  EXPECT_EQ(back.confidence, LintConfidence::low);
  EXPECT_EQ(back.time_s, 0.5);
  EXPECT_EQ(back.note, "squash and stretch, since the size returns or the volume stays the same: Left");
  // The scale preserves the volume: 1.04 * 0.980581^2 = 1.
  Scene stretched = figure();
  add_lint_clip(stretched, "stretch",
                {make_channel(kLeft, ChannelPath::scale, {0, 1}, {1, 1, 1, 0.980581f, 1.04f, 0.980581f})});
  EXPECT_NEAR(finding_of(stretched, "scale-drift").value, 0.04, 1e-6);
  EXPECT_TRUE(finding_of(stretched, "scale-drift").ok);
  // A second channel that drifts is still found.
  Scene both = figure();
  add_lint_clip(both, "both",
                {make_channel(kLeft, ChannelPath::scale, {0, 0.5, 1}, {1, 1, 1, 1, 0.97f, 1, 1, 1, 1}),
                 make_channel(kRight, ChannelPath::scale, {0, 1}, {1, 1, 1, 1, 1.01f, 1})});
  EXPECT_FALSE(finding_of(both, "scale-drift").ok);
  EXPECT_EQ(finding_of(both, "scale-drift").object, "Right");
}

TEST(lint_scale_drift, sees_the_columns_of_matrix_keys) {
  Scene scene = figure();
  std::vector<float> values;
  append_value(values, translation_matrix(Vec3d{0.1, -1, 0}));
  append_value(values, translation_matrix(Vec3d{0.1, -1, 0}) * scale_matrix(Vec3d{1, 1, 0.99}));
  add_lint_clip(scene, "shrink", {make_channel(kLeft, ChannelPath::matrix, {0, 1}, values)});
  EXPECT_NEAR(finding_of(scene, "scale-drift").value, 0.01, 1e-7);
}

// --- frame-ticks -----------------------------------------------------------------------------------------

// Keys at these ticks, with 4800 per second.
Scene keyed_at(const std::vector<int>& ticks, bool rate_in_file) {
  Scene scene = figure();
  std::vector<std::pair<double, Vec3d>> keys;
  for (const int tick : ticks) keys.push_back({tick / 4800.0, {}});
  add_lint_clip(scene, "walk", {way(scene, kLeft, keys)});
  scene.clips[0].ticks_per_second = 4800;
  scene.ticks_in_file = rate_in_file;
  return scene;
}

TEST(lint_frame_ticks, is_the_usual_number_of_keys_per_second) {
  const LintFinding frames = finding_of(keyed_at({0, 1, 2, 3, 500}, true), "frame-ticks");
  EXPECT_NEAR(frames.value, 4800, 1e-6);  // distances 1, 1, 1, 497
  EXPECT_EQ(frames.threshold, 1000);
  EXPECT_FALSE(frames.ok);
  EXPECT_EQ(frames.note, "500 ticks in all");
  const LintFinding ticks = finding_of(keyed_at({0, 160, 320, 480, 640}, true), "frame-ticks");
  EXPECT_NEAR(ticks.value, 30, 1e-9);
  EXPECT_TRUE(ticks.ok);
  EXPECT_TRUE(finding_of(keyed_at({0, 5, 10, 500}, true), "frame-ticks").ok);  // 960 per second
  EXPECT_FALSE(finding_of(keyed_at({0, 4, 8, 500}, true), "frame-ticks").ok);  // 1200
}

TEST(lint_frame_ticks, suspects_a_clip_shorter_than_a_tenth_of_a_second_at_an_assumed_rate) {
  const LintFinding sparse = finding_of(keyed_at({0, 25, 50}, false), "frame-ticks");
  EXPECT_EQ(sparse.value, 4800);
  EXPECT_FALSE(sparse.ok);
  EXPECT_EQ(sparse.note, "50 ticks in all");
  EXPECT_TRUE(finding_of(keyed_at({0, 25, 50}, true), "frame-ticks").ok);  // the file contains the tick rate
  EXPECT_TRUE(finding_of(keyed_at({0, 240, 480}, false), "frame-ticks").ok);  // exactly a tenth of a second
  EXPECT_FALSE(finding_of(keyed_at({0, 240, 479}, false), "frame-ticks").ok);
}

TEST(lint_frame_ticks, reports_nothing_for_a_single_time) {
  EXPECT_TRUE(findings_of(keyed_at({0}, false), "frame-ticks").empty());
}

// --- redundant-keys --------------------------------------------------------------------------------------

TEST(lint_redundant_keys, is_the_share_of_keys_that_interpolation_gives) {
  Scene scene = figure();
  // The second key is on the line between its neighbours, the third is not.
  add_lint_clip(scene, "slide", {way(scene, kLeft, {{0, {}}, {1, {0, 0, 1}}, {3, {0, 0, 3}}, {4, {}}})});
  const LintFinding found = finding_of(scene, "redundant-keys");
  EXPECT_NEAR(found.value, 0.25, 1e-12);
  EXPECT_EQ(found.object, "Left");
  EXPECT_EQ(found.note, "1 of 4 keys can be removed without changing the motion");
  EXPECT_TRUE(found.ok);
  EXPECT_FALSE(found.threshold.has_value());
  EXPECT_FALSE(finding_of(scene, "redundant-keys", 0.2).ok);
}

TEST(lint_redundant_keys, allows_a_hundred_thousandth_of_H) {
  for (const double off : {0.5e-5, 2e-5}) {
    Scene scene = figure();
    add_lint_clip(scene, "slide", {way(scene, kLeft, {{0, {}}, {1, {0, 0, 0.5 + off}}, {2, {0, 0, 1}}})});
    EXPECT_NEAR(finding_of(scene, "redundant-keys").value, off < 1e-5 ? 1.0 / 3 : 0, 1e-12) << off;
  }
}

TEST(lint_redundant_keys, supports_rotations_matrices_and_steps) {
  Scene scene = figure();
  const auto about_z = [](double angle_rad) { return from_axis_angle(Vec3d{0, 0, 1}, angle_rad); };
  add_lint_clip(scene, "even", {turning({about_z(0), about_z(0.4), about_z(0.8)})});
  add_lint_clip(scene, "uneven", {turning({about_z(0), about_z(0.401), about_z(0.8)})});
  add_lint_clip(scene, "step",
                {make_channel(kLeft, ChannelPath::scale, {0, 1, 2, 3}, {1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1},
                              Interpolation::step)});
  std::vector<float> matrices;
  for (const double x : {0.0, 1.0, 2.0}) append_value(matrices, translation_matrix(Vec3d{x, 0, 0}));
  add_lint_clip(scene, "matrix", {make_channel(kLeft, ChannelPath::matrix, {0, 1, 2}, matrices)});
  // Keys with tangents are not checked.
  add_lint_clip(scene, "cubic", {turning({kSame, kSame, kSame}, Interpolation::cubic)});
  const std::vector<LintFinding> found = findings_of(scene, "redundant-keys");
  ASSERT_EQ(found.size(), 5u);
  EXPECT_NEAR(found[0].value, 1.0 / 3, 1e-12);
  EXPECT_EQ(found[1].value, 0);
  EXPECT_NEAR(found[2].value, 0.25, 1e-12);  // the second key repeats the first
  EXPECT_NEAR(found[3].value, 1.0 / 3, 1e-12);
  EXPECT_EQ(found[4].value, 0);
}

}  // namespace
}  // namespace skelter::test
