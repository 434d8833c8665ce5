// Section 5 of d3dx-behaviour.md: frames and their contents.
#include "skelter/scene/hierarchy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "skelter/scene/validate.h"
#include "support/blend_example.h"

namespace skelter {
namespace {

using test::make_node;
using test::near;
using testing::ElementsAre;
using testing::IsEmpty;

// A and F are roots. A has children B (with D) and C; "twin" exists below both roots.
Scene two_trees() {
  Scene scene;
  scene.nodes = {make_node("A", kNone, Mat4d{}), make_node("B", 0, Mat4d{}),
                 make_node("C", 0, Mat4d{}),     make_node("", 1, Mat4d{}),
                 make_node("twin", 3, Mat4d{}),  make_node("F", kNone, Mat4d{}),
                 make_node("twin", 5, Mat4d{}),  make_node("Twin", 2, Mat4d{})};
  return scene;
}

TEST(Hierarchy, depth_first_goes_down_before_it_goes_on) {
  const Scene scene = two_trees();
  EXPECT_THAT(depth_first(scene), ElementsAre(0, 1, 3, 4, 2, 7, 5, 6));
  EXPECT_THAT(depth_first(scene, 1), ElementsAre(1, 3, 4));
  EXPECT_THAT(depth_first(scene, 0), ElementsAre(0, 1, 3, 4, 2, 7));
  EXPECT_THAT(depth_first(Scene{}), IsEmpty());
}

// D3DXFrameFind searches depth first, includes the roots and their siblings, compares exactly, and returns
// the first match.
TEST(Hierarchy, nodes_are_found_exactly_and_the_first_one_counts) {
  const Scene scene = two_trees();
  EXPECT_EQ(find_node(scene, "twin"), 4u);
  EXPECT_EQ(find_node(scene, "twin", 5), 6u);
  EXPECT_EQ(find_node(scene, "twin", 2), kNone);
  EXPECT_EQ(find_node(scene, "F"), 5u);
  EXPECT_EQ(find_node(scene, "B", 1), 1u);
}

TEST(Hierarchy, named_nodes_are_counted) {
  const Scene scene = two_trees();
  EXPECT_EQ(count_named_nodes(scene), 7u);
  EXPECT_EQ(count_named_nodes(scene, 1), 2u);
}

// D3DXFrameAppendChild adds the last child.
TEST(Hierarchy, a_child_is_appended_as_the_last) {
  Scene scene = two_trees();
  const std::uint32_t added = append_child(scene, 0, make_node("tail", kNone, Mat4d{}));
  EXPECT_EQ(added, 8u);
  EXPECT_EQ(scene.nodes[added].parent, 0u);
  EXPECT_THAT(depth_first(scene, 0), ElementsAre(0, 1, 3, 4, 2, 7, 8));
  EXPECT_TRUE(validate(scene).ok());
}

// C-24: both wide and deep trees work.
TEST(Hierarchy, wide_and_deep_trees_do_not_overflow_the_stack) {
  Scene scene;
  for (std::uint32_t i = 0; i < 100'000; ++i)
    scene.nodes.push_back(make_node("", i == 0 ? kNone : 0, translation_matrix(Vec3d{0, 1, 0})));
  for (std::uint32_t i = 0; i < 100'000; ++i)
    scene.nodes.push_back(make_node("", static_cast<std::uint32_t>(scene.nodes.size() - 1),
                                    translation_matrix(Vec3d{0, 1, 0})));
  EXPECT_EQ(depth_first(scene).size(), 200'000u);
  const Pose pose = rest_pose(scene);
  EXPECT_EQ(pose.world[50].m[13], 2);
  EXPECT_EQ(pose.world.back().m[13], 100'002);
}

Scene bar_on_a_node() {
  Scene scene;
  scene.nodes = {make_node("Root", kNone, Mat4d{}), make_node("Bar", 0, translation_matrix(Vec3d{10, 0, 0}))};
  Primitive bar;
  bar.positions = {{0, 0, 0}, {0, 0, 0}, {3, 0, 0}};
  scene.meshes.push_back({"bar", {bar}});
  scene.nodes[1].meshes.push_back({0, kNone});
  return scene;
}

// The centre is the mean of the points, 11, so the sphere is not the smallest one, which would be centred at
// 11.5.
TEST(Hierarchy, the_sphere_is_at_the_mean_of_the_points) {
  const Scene scene = bar_on_a_node();
  const BoundingSphere sphere = rigid_bounding_sphere(scene, rest_pose(scene));
  EXPECT_TRUE(near(sphere.center, {11, 0, 0}, 1e-12));
  EXPECT_NEAR(sphere.radius, 2, 1e-12);
}

TEST(Hierarchy, the_sphere_follows_the_current_matrices) {
  const Scene scene = bar_on_a_node();
  Pose pose = rest_pose(scene);
  pose.local[1] = translation_matrix(Vec3d{0, 5, 0});
  local_to_world(scene, pose);
  EXPECT_TRUE(near(rigid_bounding_sphere(scene, pose).center, {1, 5, 0}, 1e-12));
}

TEST(Hierarchy, without_points_the_sphere_is_empty) {
  const Scene scene = two_trees();
  const BoundingSphere sphere = rigid_bounding_sphere(scene, rest_pose(scene));
  EXPECT_EQ(sphere.center, Vec3d{});
  EXPECT_EQ(sphere.radius, 0);
}

// Section 7, item 12: the first sphere ignores skins, so a skinned model can leave it; the second does not.
TEST(Hierarchy, only_the_skinned_sphere_follows_a_skinned_figure) {
  const Scene scene = test::blend_example();
  Pose pose = rest_pose(scene);
  const BoundingSphere at_rest = rigid_bounding_sphere(scene, pose);
  pose.local[1] = translation_matrix(Vec3d{100, 0, 0}) * pose.local[1];
  local_to_world(scene, pose);
  EXPECT_TRUE(near(rigid_bounding_sphere(scene, pose).center, at_rest.center, 1e-12));
  EXPECT_TRUE(near(skinned_bounding_sphere(scene, pose).center, at_rest.center + Vec3d{100, 0, 0}, 1e-4));
  EXPECT_NEAR(skinned_bounding_sphere(scene, pose).radius, at_rest.radius, 1e-4);
}

}  // namespace
}  // namespace skelter
