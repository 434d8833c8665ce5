// Rule bounds. All values are worked out by hand from the keys.

#include <cmath>

#include "scene/lint_scenes.h"

namespace skelter::test {
namespace {

// The left foot moves `far` units along z and back.
Scene stretched(double far) {
  Scene scene = figure();
  add_lint_clip(scene, "stretch", {way(scene, kLeft, {{0, {}}, {1, {0, 0, far}}, {2, {}}})});
  return scene;
}

// The ratio of the diagonals of the boxes around (0, 1, 0), (-0.1, 0, 0) and (0.1, 0, z), with and without z.
double spread(double z) {
  return std::sqrt(0.04 + 1 + z * z) / std::sqrt(0.04 + 1);
}

TEST(lint_bounds, is_the_largest_box_of_any_time_over_the_box_at_rest) {
  const LintFinding apart = finding_of(stretched(4), "bounds");
  EXPECT_NEAR(apart.value, spread(4), 1e-6);  // 4.05
  EXPECT_EQ(apart.threshold, 3.0);
  EXPECT_FALSE(apart.ok);
  EXPECT_EQ(apart.time_s, 1.0);
  EXPECT_EQ(apart.object, "Left");
  const LintFinding together = finding_of(stretched(2.5), "bounds");
  EXPECT_NEAR(together.value, spread(2.5), 1e-6);  // 2.65
  EXPECT_TRUE(together.ok);
}

// A mesh without faces, 10 units to the side, would make the model ten times as large, and its motion small
// in comparison.
TEST(lint_bounds, ignores_meshes_without_faces) {
  Scene scene = stretched(4);
  scene.nodes.push_back(make_node("Widget", kNone, translation_matrix(Vec3d{10, 0, 0})));
  scene.nodes.back().meshes = {{1, kNone}};
  scene.meshes.push_back({"Widget", {{}}});
  scene.meshes[1].primitives[0].positions = {{0, 0, 0}, {1, 0, 0}};
  const LintFinding apart = finding_of(scene, "bounds");
  EXPECT_NEAR(apart.value, spread(4), 1e-6);
  EXPECT_FALSE(apart.ok);
}

TEST(lint_bounds, reports_the_box_of_the_whole_clip) {
  const LintFinding found = finding_of(stretched(2), "bounds");
  ASSERT_TRUE(found.bounds.has_value());
  EXPECT_NEAR(found.bounds->min.x, -0.1, 1e-6);
  EXPECT_NEAR(found.bounds->min.y, 0, 1e-6);
  EXPECT_NEAR(found.bounds->min.z, 0, 1e-6);
  EXPECT_NEAR(found.bounds->max.x, 0.1, 1e-6);
  EXPECT_NEAR(found.bounds->max.y, 1, 1e-6);
  EXPECT_NEAR(found.bounds->max.z, 2, 1e-6);
}

TEST(lint_bounds, accepts_a_model_that_walks_far) {
  Scene scene = figure();
  add_lint_clip(scene, "walk", {way(scene, kHip, {{0, {}}, {1, {0, 0, 50}}})});
  const LintFinding found = finding_of(scene, "bounds");
  EXPECT_NEAR(found.value, 1, 1e-6);
  EXPECT_NEAR(found.bounds->max.z, 50, 1e-5);
}

TEST(lint_bounds, only_informs_about_parts_that_no_skin_holds_together) {
  Scene scene = stretched(4);
  scene.skins.clear();
  scene.nodes[kBody].meshes.clear();  // the nodes themselves move here
  const LintFinding found = finding_of(scene, "bounds");
  EXPECT_GT(found.value, 3);
  EXPECT_TRUE(found.ok);
  EXPECT_FALSE(found.threshold.has_value());
}

TEST(lint_bounds, reports_if_it_checked_only_some_vertices) {
  Scene scene = stretched(2);
  Primitive& primitive = scene.meshes[0].primitives[0];
  for (int i = 0; i < 39'997; ++i) {
    primitive.positions.push_back({0, 0.5f, 0});
    append_influences(primitive, {{kHip, 1}});
  }
  primitive.source_vertices = 40'000;
  EXPECT_EQ(finding_of(scene, "bounds").note, "measured at 20000 evenly chosen vertices");
}

}  // namespace
}  // namespace skelter::test
