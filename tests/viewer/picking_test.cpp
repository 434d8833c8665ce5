#include "viewer/image/internal/picking.h"

#include <gtest/gtest.h>

#include "compile/internal/reference_pose.h"
#include "support/near.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

using test::near;

// Looks along -z from (0, 1, 4). At the model, 4 units are 400 pixels high.
Camera camera() {
  Camera c;
  c.eye = {0, 1, 4};
  c.target = {0, 1, 0};
  c.fov_y_deg = 53.13010235415598;
  return c;
}
const ViewRectangle kView{100, 50, 600, 400};

TEST(Projector, points_project_into_their_rectangle_of_the_window) {
  const Projector projector(camera(), kView);
  const auto middle = projector.pixel({0, 1, 0}), up = projector.pixel({1, 2, 0});
  ASSERT_TRUE(middle && up);
  EXPECT_NEAR(middle->x, 400, 1e-9);
  EXPECT_NEAR(middle->y, 250, 1e-9);
  EXPECT_NEAR(up->x, 500, 1e-9);
  EXPECT_NEAR(up->y, 150, 1e-9);
  EXPECT_FALSE(projector.pixel({0, 1, 5}).has_value()) << "behind the eye";
}

TEST(Projector, the_ray_of_a_pixel_goes_through_the_visible_point) {
  for (const double height : {0.0, 3.0}) {
    Camera c = camera();
    c.parallel_height = height;
    const Projector projector(c, kView);
    const Vec3d point{0.7, 1.6, -0.3};
    const auto pixel = projector.pixel(point);
    ASSERT_TRUE(pixel.has_value());
    const Projector::Ray ray = projector.ray(pixel->x, pixel->y);
    const Vec3d to_point = point - ray.origin;
    EXPECT_LT(length(cross(to_point, ray.direction)), 1e-9) << "without perspective: " << height;
    EXPECT_GT(dot(to_point, ray.direction), 0);
  }
}

TEST(Picking, a_joint_is_picked_before_a_bone_and_nothing_far_away) {
  const Scene scene = test::figure();
  const Pose pose = rest_pose(scene);
  const std::vector<bool> bones = bone_nodes(scene);
  const Projector projector(camera(), kView);  // Lower at (400, 350), Upper at (400, 250)
  const auto pick = [&](double x, double y) { return pick_joint(scene, pose, bones, projector, x, y, 10); };
  EXPECT_EQ(pick(404, 252), 1u);
  EXPECT_EQ(pick(400, 345), 0u);
  EXPECT_EQ(pick(403, 300), 0u) << "the bone belongs to its upper end";
  EXPECT_EQ(pick(406, 300), kNone) << "a bone reaches half as far";
  EXPECT_EQ(pick(430, 250), kNone);
}

TEST(Picking, the_nearest_vertex_of_the_nearest_triangle_is_picked) {
  const Scene scene = test::figure();
  const auto posed = posed_primitives(scene, rest_pose(scene));
  ASSERT_EQ(posed.size(), 1u);
  const Projector projector(camera(), kView);
  const auto pick = [&](double x, double y) { return pick_vertex(scene, posed, projector.ray(x, y)); };
  // Vertex 5 is (0.1, 2, 0): pixel (410, 150); vertex 2 is (-0.1, 1, 0): (390, 250).
  EXPECT_EQ(pick(408, 153), (VertexLocation{2, 0, 0, 5}));
  EXPECT_EQ(pick(392, 247), (VertexLocation{2, 0, 0, 2}));
  EXPECT_FALSE(pick(415, 200).has_value()) << "beside the strip";
}

TEST(Picking, hidden_parts_are_not_picked) {
  Scene scene = test::figure();
  scene.nodes[2].shown = false;
  EXPECT_TRUE(posed_primitives(scene, rest_pose(scene)).empty());
}

// The moved strip is in front of its copy: the surface closer to the camera is picked.
TEST(Picking, the_front_surface_wins) {
  Scene scene = test::figure();
  Node copy = scene.nodes[2];
  copy.name = "Front";
  copy.meshes = {{0, kNone}};
  copy.rest.m[14] = 1;
  scene.nodes.push_back(copy);
  const auto posed = posed_primitives(scene, rest_pose(scene));
  const Projector projector(camera(), kView);
  const auto picked = pick_vertex(scene, posed, projector.ray(400, 250));
  ASSERT_TRUE(picked.has_value());
  EXPECT_EQ(picked->node, 3u);
}

}  // namespace
}  // namespace skelter
