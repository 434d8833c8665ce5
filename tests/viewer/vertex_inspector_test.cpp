#include "viewer/report/internal/vertex_inspector.h"

#include <gtest/gtest.h>

#include "support/near.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

using test::near;

// At the end of "bend", Upper is rotated by 90 degrees about (0, 1, 0). Vertex 3 is (0.1, 1, 0), with half of
// its weight on each joint: Lower keeps it there, Upper moves it to (0, 1.1, 0); the mean is (0.05, 1.05, 0).
TEST(VertexInspection, the_sum_of_weighted_positions_is_the_position) {
  const Scene scene = test::figure();
  EvaluateOptions once;
  once.loop = Loop::once;
  const Pose pose = evaluate(scene, 0, 1, once);
  const VertexInspection inspection = inspect_vertex(scene, pose, {2, 0, 0, 3});
  ASSERT_EQ(inspection.influences.size(), 2u);
  EXPECT_EQ(inspection.influences[0].joint, "Lower");
  EXPECT_EQ(inspection.influences[1].node, 1u);
  EXPECT_EQ(inspection.influences[1].weight, 0.5);
  EXPECT_TRUE(near(inspection.influences[0].moved, {0.1, 1, 0}, 1e-7));
  EXPECT_TRUE(near(inspection.influences[1].moved, {0, 1.1, 0}, 1e-6));
  EXPECT_TRUE(near(inspection.position, {0.05, 1.05, 0}, 1e-6));
  EXPECT_EQ(inspection.weight_sum, 1);
  // The expected position is the result of the evaluator's skinning.
  EXPECT_TRUE(near(inspection.position, skin(scene, pose, 2, 0).positions[3], 1e-12));
}

TEST(VertexInspection, a_vertex_without_influences_follows_its_node) {
  Scene scene = test::figure();
  scene.nodes[2].meshes[0].skin = kNone;
  scene.nodes[2].rest.m[12] = 5;
  const VertexInspection inspection = inspect_vertex(scene, rest_pose(scene), {2, 0, 0, 0});
  ASSERT_EQ(inspection.influences.size(), 1u);
  EXPECT_EQ(inspection.influences[0].joint, "Body");
  EXPECT_EQ(inspection.weight_sum, 1);
  EXPECT_TRUE(near(inspection.position, {4.9, 0, 0}, 1e-6));
}

TEST(VertexInspection, vertices_of_another_file_do_not_exist) {
  const Scene scene = test::figure();
  EXPECT_TRUE(exists(scene, {2, 0, 0, 5}));
  EXPECT_FALSE(exists(scene, {2, 0, 0, 6}));
  EXPECT_FALSE(exists(scene, {2, 0, 1, 0}));
  EXPECT_FALSE(exists(scene, {2, 1, 0, 0}));
  EXPECT_FALSE(exists(scene, {3, 0, 0, 0}));
}

}  // namespace
}  // namespace skelter
