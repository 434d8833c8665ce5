#include "viewer/compare/internal/difference.h"
#include "compile/build_clip/internal/clip.h"

#include <gtest/gtest.h>

#include "compile/internal/reference_pose.h"
#include "load/internal/actor.h"
#include "support/near.h"
#include "viewer/figures.h"

namespace skelter {
namespace {

// Upper moves up by 2 until the end of "rise": vertices 4 and 5 move by 2, vertices 2 and 3 by 1, vertices 0
// and 1 do not move.
TEST(Difference, distances_of_vertices_are_those_of_their_positions) {
  const Scene scene = test::figure();
  EvaluateOptions once;
  once.loop = Loop::once;
  const auto at_rest = posed_primitives(scene, rest_pose(scene));
  const auto risen = posed_primitives(scene, evaluate(scene, 1, 0.5, once));
  const auto difference = vertex_difference(at_rest, risen);
  ASSERT_TRUE(difference.has_value());
  EXPECT_NEAR(difference->largest, 2, 1e-6);
  EXPECT_NEAR(difference->mean, 1, 1e-6);
  EXPECT_GE(difference->worst.vertex, 4u);
  EXPECT_NEAR(difference->parts[0].distances[3], 1, 1e-6);
  EXPECT_EQ(difference->parts[0].distances[0], 0);
}

TEST(Difference, other_vertices_cannot_be_compared) {
  const Scene scene = test::figure();
  Scene other = scene;
  other.meshes[0].primitives[0].positions.push_back({});
  other.meshes[0].primitives[0].influence_begin.push_back(
      other.meshes[0].primitives[0].influence_begin.back());
  other.meshes[0].primitives[0].normals.push_back({0, 0, 1});
  EXPECT_FALSE(vertex_difference(posed_primitives(scene, rest_pose(scene)),
                                 posed_primitives(other, rest_pose(other))));
  EXPECT_FALSE(vertex_difference({}, {}));
}

TEST(Difference, joints_are_found_by_their_names) {
  const Scene scene = test::figure();
  Scene other = scene;
  // "Lower" now has a different index, at the same position.
  std::swap(other.nodes[0].name, other.nodes[2].name);
  other.nodes[1].rest.m[13] = 1.25f;
  const JointDifference difference =
      joint_difference(joint_pairs(scene, bone_nodes(scene), other), rest_pose(scene), rest_pose(other));
  EXPECT_EQ(difference.compared, 2u);
  EXPECT_EQ(difference.worst, 1u);
  EXPECT_NEAR(difference.largest, 0.25, 1e-7);
  EXPECT_NEAR(difference.mean, 0.125, 1e-7);
  other.nodes[1].name = "Renamed";
  EXPECT_EQ(joint_pairs(scene, bone_nodes(scene), other).only_in_a, std::vector<std::string>{"Upper"});
}

TEST(Difference, a_joint_without_a_name_is_itself_and_is_in_no_other_file) {
  Scene scene = test::figure();
  for (Node& node : scene.nodes) node.name.clear();
  const Scene other = scene;
  EXPECT_EQ(joint_pairs(scene, bone_nodes(scene), scene).pairs.size(), 2u);
  const JointPairs pairs = joint_pairs(scene, bone_nodes(scene), other);
  EXPECT_TRUE(pairs.pairs.empty());
  EXPECT_EQ(pairs.only_in_a, (std::vector<std::string>{"#0", "#1"}));
}

TEST(Difference, numbers_are_rounded_up_to_one_two_or_five) {
  const std::pair<double, double> cases[] = {{0, 0},    {1, 1},        {1.01, 2},  {3, 5},
                                             {5.5, 10}, {0.021, 0.05}, {700, 1000}};
  for (const auto& c : cases) EXPECT_DOUBLE_EQ(round_up(c.first), c.second) << c.first;
}

// The compiled form is accurate to H / 18000 (here 2 / 18000) on a shell at distance H / 60 around each
// joint. The vertices here are up to 1 unit away from their joints, 30 times as far, so an error in an angle
// is multiplied by 30.
TEST(ComparedActor, moves_like_the_source_within_its_bound) {
  const Scene scene = test::figure();
  EvaluateOptions once;
  once.loop = Loop::once;
  const auto actor = *Actor::create(scene, {}, {.source = once});
  for (const double time_s : {0.0, 0.1, 0.33, 0.5, 0.77, 1.0}) {
    actor->show_clip(0, time_s);
    const Pose pose = actor->node_pose();
    EXPECT_FALSE(actor->why_reference().has_value());
    const Pose source = evaluate(scene, 0, time_s, once);
    const auto difference = vertex_difference(posed_primitives(scene, source), posed_primitives(scene, pose));
    ASSERT_TRUE(difference.has_value());
    EXPECT_LT(difference->largest, 30 * 2.0 / 18000) << time_s;
    EXPECT_LT(joint_difference(joint_pairs(scene, bone_nodes(scene), scene), source, pose).largest,
              2.0 / 18000);
  }
  ASSERT_TRUE(actor->report(0).has_value());
  EXPECT_EQ(actor->report(0)->name, "bend");
}

// A morph target that moves the mesh up by 1, with a weight that grows from 0 to 0.5 within a second: after
// half a second it is a quarter.
TEST(ComparedActor, has_the_morph_targets_of_its_time) {
  Scene scene = test::figure();
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.morphs = {{"up", std::vector<Vec3>(primitive.positions.size(), Vec3{0, 1, 0}), {}}};
  std::uint32_t node = 0;
  while (scene.nodes[node].meshes.empty()) ++node;
  scene.clips[0].targets.push_back({scene.nodes[node].name, node, {}});
  const auto target = static_cast<std::uint32_t>(scene.clips[0].targets.size() - 1);
  scene.clips[0].channels.push_back(
      {target, ChannelPath::weights, Interpolation::linear, {0, 1}, {0.0f, 0.5f}});
  EvaluateOptions once;
  once.loop = Loop::once;
  const auto actor = *Actor::create(scene, {}, {.source = once});
  const Pose source = evaluate(scene, 0, 0.5, once);
  actor->show_clip(0, 0.5);
  const Pose pose = actor->node_pose();
  EXPECT_FALSE(actor->why_reference().has_value());
  ASSERT_EQ(pose.morph_weights[node].size(), 1u);
  EXPECT_NEAR(pose.morph_weights[node][0], 0.25, 1e-3);
  const auto difference = vertex_difference(posed_primitives(scene, source), posed_primitives(scene, pose));
  ASSERT_TRUE(difference.has_value());
  EXPECT_LT(difference->largest, 0.005);
}

TEST(Heat, weights_run_from_cold_to_red) {
  EXPECT_LT(length(heat_color(1) - Vec3{0.90f, 0.16f, 0.12f}), 1e-6f);
  EXPECT_EQ(heat_color(7), heat_color(1));
  EXPECT_EQ(heat_color(-1), heat_color(0));
  EXPECT_GT(heat_color(0.25).z, heat_color(0.25).x) << "blue before";
  EXPECT_GT(heat_color(0.75).x, heat_color(0.75).z) << "yellow";
}

TEST(Heat, vertices_have_the_colour_of_their_weight_for_the_joint) {
  const Scene scene = test::figure();
  const SceneColors upper = weight_colors(scene, 1);
  ASSERT_EQ(upper.parts.size(), 1u);
  EXPECT_EQ(upper.parts[0].colors[0], heat_color(0));
  EXPECT_EQ(upper.parts[0].colors[2], heat_color(0.5));
  EXPECT_EQ(upper.parts[0].colors[5], heat_color(1));
  const SceneColors all = weight_colors(scene, 0, true);
  for (const Vec3& color : all.parts[0].colors)
    EXPECT_EQ(color, heat_color(1)) << "Lower and what is below it";
}

}  // namespace
}  // namespace skelter
