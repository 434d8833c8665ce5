#include <gtest/gtest.h>

#include <cmath>

#include "skelter/scene/evaluate.h"
#include "skelter/scene/size.h"
#include "skelter/scene/validate.h"
#include "support/blend_example.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::append_influences;
using test::make_node;
using test::near;
using test::radians;

Mat4d move(double x, double y, double z) {
  return translation_matrix(Vec3d{x, y, z});
}
Mat4d turn_z(double degrees) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, radians(degrees)));
}

// A scene with one vertex on a mesh node (node 0), moved by joints with the given rest matrices, offsets and
// weights.
struct JointOf {
  Mat4d world_from_joint, joint_from_mesh;
  float weight;
};
Scene one_vertex(const Vec3& position, const std::vector<JointOf>& joints) {
  Scene scene;
  scene.nodes.push_back(make_node("Mesh", kNone, Mat4d{}));
  scene.nodes[0].meshes.push_back({0, 0});
  scene.skins.emplace_back();
  std::vector<Influence> influences;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    scene.nodes.push_back(make_node("Joint", kNone, joints[j].world_from_joint));
    scene.skins[0].joints.push_back({"Joint", j + 1, to_float(joints[j].joint_from_mesh)});
    influences.push_back({j, joints[j].weight});
  }
  Primitive primitive;
  primitive.positions = {position};
  append_influences(primitive, influences);
  primitive.source_vertices = 1;
  scene.meshes.push_back({"Mesh", {primitive}});
  EXPECT_TRUE(validate(scene).ok()) << to_string(validate(scene).error());
  return scene;
}
Vec3d skinned_position(const Scene& scene) {
  return skin(scene, rest_pose(scene), 0, 0).positions[0];
}
Vec3d skinned_normal(const Scene& scene) {
  return skin(scene, rest_pose(scene), 0, 0).normals[0];
}

// S-24: the bone was bound at (0, 50, 0) and is now at (0, 51, 0).
TEST(skin, a_vertex_moves_with_its_bone_and_not_twice) {
  EXPECT_TRUE(
      near(skinned_position(one_vertex({0, 51, 0}, {{move(0, 51, 0), move(0, -50, 0), 1}})), {0, 52, 0}, 0));
}

// Requirement S-31 of docs/tutorials.md.
TEST(skin, the_offset_comes_before_the_bone) {
  const Scene scene = one_vertex({2, 51, 0}, {{move(0, 51, 0) * turn_z(90), move(0, -50, 0), 1}});
  EXPECT_TRUE(near(skinned_position(scene), {-1, 53, 0}, 1e-5));
}

// Requirement S-32 of docs/tutorials.md.
TEST(skin, two_bones_mix_by_weight) {
  const Mat4d first = move(0, 50, 0) * turn_z(30) * move(0, -50, 0);
  const Scene scene = one_vertex({2, 51, 1}, {{move(1, 2, 3), Mat4d{}, 0.65f}, {first, Mat4d{}, 0.35f}});
  EXPECT_TRUE(near(skinned_position(scene), {2.381218, 52.603109, 2.95}, 1e-5));
}

// C-59: all influences count, not only the first two.
TEST(skin, three_weights_count_three_times) {
  const Scene scene = one_vertex(
      {0, 0, 0},
      {{Mat4d{}, Mat4d{}, 0.5f}, {move(10, 0, 0), Mat4d{}, 0.3f}, {move(20, 0, 0), Mat4d{}, 0.2f}});
  EXPECT_TRUE(near(skinned_position(scene), {7, 0, 0}, 1e-6));
}

// Both joints have half of the weight of a vertex 2 from the axis. One joint stays; the other rotates by 90
// degrees about z. Linear blending moves the vertex towards the axis; a dual quaternion rotates it by 45
// degrees.
TEST(skin, dual_quaternions_keep_the_distance_from_the_axis) {
  Scene scene = one_vertex({2, 0, 1}, {{Mat4d{}, Mat4d{}, 0.5f}, {turn_z(90), Mat4d{}, 0.5f}});
  EXPECT_TRUE(near(skinned_position(scene), {1, 1, 1}, 1e-6));
  scene.skins[0].dual_quaternions = true;
  EXPECT_TRUE(near(skinned_position(scene), {std::sqrt(2.0), std::sqrt(2.0), 1}, 1e-6));
  // A quarter of the distance between the linear position and the dual quaternion position.
  scene.meshes[0].primitives[0].dual_quaternion_shares = {0.25f};
  const double mixed = 0.75 + 0.25 * std::sqrt(2.0);
  EXPECT_TRUE(near(skinned_position(scene), {mixed, mixed, 1}, 1e-6));
}

// The scales of the joints, 1 and 3 along x, are blended separately, before the rotation by 45 degrees: (4,
// 0, 1).
TEST(skin, dual_quaternions_scale_before_they_turn) {
  Scene scene = one_vertex(
      {2, 0, 1}, {{Mat4d{}, Mat4d{}, 0.5f}, {turn_z(90) * scale_matrix(Vec3d{3, 1, 1}), Mat4d{}, 0.5f}});
  scene.skins[0].dual_quaternions = true;
  EXPECT_TRUE(near(skinned_position(scene), {4 * std::sqrt(0.5), 4 * std::sqrt(0.5), 1}, 1e-6));
  // A vertex with one joint moves as in linear skinning.
  scene.meshes[0].primitives[0].influences = {{1, 1}};
  scene.meshes[0].primitives[0].influence_begin = {0, 1};
  EXPECT_TRUE(near(skinned_position(scene), {0, 6, 1}, 1e-6));
}

// A screw motion: one joint also moves up by 2 along the axis, so half of the rotation is combined with half
// of the translation.
TEST(skin, dual_quaternions_follow_a_screw) {
  Scene scene =
      one_vertex({2, 0, 0}, {{Mat4d{}, Mat4d{}, 0.5f}, {move(0, 0, 2) * turn_z(90), Mat4d{}, 0.5f}});
  scene.skins[0].dual_quaternions = true;
  EXPECT_TRUE(near(skinned_position(scene), {std::sqrt(2.0), std::sqrt(2.0), 1}, 1e-6));
}

// C-51: the offset is the identity and the bone itself is at rest, but its parent is moved.
TEST(skin, a_vertex_follows_the_parents_of_its_bone) {
  Scene scene = one_vertex({1, 0, 0}, {{Mat4d{}, Mat4d{}, 1}});
  scene.nodes.push_back(make_node("Parent", kNone, move(0, 0, 5)));
  scene.nodes[1].parent = 2;
  EXPECT_TRUE(near(skinned_position(scene), {1, 0, 5}, 0));
}

TEST(skin, the_node_of_a_skinned_mesh_does_not_move_it) {
  Scene scene = one_vertex({1, 0, 0}, {{move(0, 1, 0), Mat4d{}, 1}});
  scene.nodes[0].rest = to_float(move(100, 0, 0));
  EXPECT_TRUE(near(skinned_position(scene), {1, 1, 0}, 0));
}

// d3dx-behaviour.md, section 4.2: in Skelter, a vertex without influences moves rigidly with its node.
TEST(skin, a_vertex_without_influence_moves_with_its_node) {
  Scene scene = one_vertex({1, 0, 0}, {{move(0, 1, 0), Mat4d{}, 1}});
  scene.nodes[0].rest = to_float(move(100, 0, 0));
  Primitive& primitive = scene.meshes[0].primitives[0];
  primitive.positions.push_back({2, 0, 0});
  primitive.influence_begin.push_back(1);
  const SkinnedVertices out = skin(scene, rest_pose(scene), 0, 0);
  EXPECT_TRUE(near(out.positions[0], {1, 1, 0}, 0));
  EXPECT_TRUE(near(out.positions[1], {102, 0, 0}, 0));
}

// S-10: a mesh without a skin or without weights is only moved by its node.
TEST(skin, without_skin_or_weights_a_mesh_is_rigid) {
  Scene scene = one_vertex({1, 0, 0}, {{move(0, 1, 0), Mat4d{}, 1}});
  scene.nodes[0].rest = to_float(move(100, 0, 0));
  Scene no_skin = scene, no_weights = scene;
  no_skin.nodes[0].meshes[0].skin = kNone;
  no_weights.meshes[0].primitives[0].influence_begin.clear();
  no_weights.meshes[0].primitives[0].influences.clear();
  EXPECT_TRUE(near(skinned_position(no_skin), {101, 0, 0}, 0));
  EXPECT_TRUE(near(skinned_position(no_weights), {101, 0, 0}, 0));
}

// d3dx-behaviour.md, section 4.2: scale (2, 1, 1) followed by 30 degrees about z, applied by a joint and by a
// node.
TEST(skin, normals_turn_by_the_inverse_transpose) {
  const Mat4d m = turn_z(30) * scale_matrix(Vec3d{2, 1, 1});
  Scene scene = one_vertex({0, 0, 0}, {{m, Mat4d{}, 1}});
  const Vec3d n = normalized(Vec3d{1, 1, 0});
  scene.meshes[0].primitives[0].normals = {to_float(n)};
  EXPECT_TRUE(near(skinned_normal(scene), {-0.05992, 0.99820, 0}, 1e-5));
  scene.nodes[0].meshes[0].skin = kNone;
  scene.nodes[0].rest = to_float(m);
  EXPECT_TRUE(near(skinned_normal(scene), {-0.05992, 0.99820, 0}, 1e-5));
}

// A mirror also mirrors normals: the normal of a face at +z still points outwards, now at -z.
TEST(skin, normals_are_mirrored_and_not_turned_inside) {
  Scene scene = one_vertex({0, 0, 1}, {{scale_matrix(Vec3d{1, 1, -3}), Mat4d{}, 1}});
  scene.meshes[0].primitives[0].normals = {{0, 0, 1}};
  EXPECT_TRUE(near(skinned_normal(scene), {0, 0, -1}, 1e-12));
}

TEST(skin, normals_of_a_flattened_surface_are_perpendicular_to_it) {
  Scene scene = one_vertex({1, 1, 1}, {{scale_matrix(Vec3d{1, 1, 0}), Mat4d{}, 1}});
  scene.meshes[0].primitives[0].normals = {to_float(normalized(Vec3d{1, 2, 3}))};
  EXPECT_TRUE(near(skinned_normal(scene), {0, 0, 1}, 1e-12));
}

TEST(skin, normals_ignore_translation_are_unit_and_may_be_zero) {
  Scene scene = one_vertex({0, 0, 0}, {{move(5, 6, 7), Mat4d{}, 0.5f},
                                       {turn_z(90) * scale_matrix(Vec3d{3, 3, 3}), Mat4d{}, 0.5f}});
  scene.meshes[0].primitives[0].normals = {{1, 0, 0}};
  EXPECT_NEAR(length(skinned_normal(scene)), 1, 1e-12);
  scene.meshes[0].primitives[0].normals = {{0, 0, 0}};
  EXPECT_EQ(skinned_normal(scene), Vec3d{});
  scene.meshes[0].primitives[0].normals.clear();
  EXPECT_TRUE(skin(scene, rest_pose(scene), 0, 0).normals.empty());
}

// C-30: every frame starts with the bind vertices.
TEST(skin, twice_at_one_time_is_the_same) {
  const Scene scene = test::blend_example();
  const auto at = [&](double time_s) { return skin(scene, evaluate(scene, 0, time_s), 0, 0).positions; };
  const std::vector<Vec3d> first = at(0.3);
  at(0.7);
  EXPECT_EQ(at(0.3), first);
}

TEST(skin, instances_and_primitives_are_chosen_by_index) {
  Scene scene = one_vertex({1, 0, 0}, {{move(0, 1, 0), Mat4d{}, 1}});
  scene.meshes[0].primitives.push_back(scene.meshes[0].primitives[0]);
  scene.meshes[0].primitives[1].positions[0] = {2, 0, 0};
  scene.nodes[0].meshes.push_back({0, kNone});
  const Pose pose = rest_pose(scene);
  EXPECT_TRUE(near(skin(scene, pose, 0, 0, 1).positions[0], {2, 1, 0}, 0));
  EXPECT_TRUE(near(skin(scene, pose, 0, 1, 1).positions[0], {2, 0, 0}, 0));
}

TEST(pose_bounds, hold_all_skinned_vertices) {
  const Scene scene = test::blend_example();
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  EXPECT_TRUE(near(bounds.min, {-2.5, 10, -0.5}, 1e-5));
  EXPECT_TRUE(near(bounds.max, {1, 16, 0}, 1e-5));
}

// A mesh of 30,000 points in a box, on 200 nodes in a row: six million vertices.
TEST(pose_bounds, of_very_many_instances_come_from_the_boxes_of_their_mesh) {
  Scene scene;
  scene.meshes.resize(1);
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  primitive.positions.assign(30'000, {0, 0, 0});
  primitive.positions[7] = {1, 2, 3};
  primitive.morphs.resize(1);
  primitive.morphs[0].position_offsets.assign(30'000, {0, 0, -4});
  for (int n = 0; n < 200; ++n) {
    scene.nodes.push_back(make_node("", kNone, move(n, 0, 0)));
    scene.nodes.back().meshes.push_back({0, kNone});
  }
  Pose pose = rest_pose(scene);
  EXPECT_EQ(pose_bounds(scene, pose).min, (Vec3d{0, 0, 0}));
  EXPECT_EQ(pose_bounds(scene, pose).max, (Vec3d{200, 2, 3}));
  pose.morph_weights.assign(200, {0.5});
  EXPECT_EQ(pose_bounds(scene, pose).min, (Vec3d{0, 0, -2}));
}

// The same with a skin of two joints; one of them is moved away, and ten vertices have no joint.
TEST(pose_bounds, of_very_many_skinned_instances_come_from_the_boxes_of_their_joints) {
  Scene scene;
  scene.nodes = {make_node("a", kNone, move(0, 0, 0)), make_node("b", kNone, move(0, 50, 0))};
  scene.skins.emplace_back().joints = {{"a", 0, {}}, {"b", 1, {}}};
  scene.meshes.resize(1);
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  for (std::uint32_t v = 0; v < 30'000; ++v) {
    primitive.positions.push_back({0, 0, v == 0 ? -1.0f : 1.0f});
    if (v < 10)
      primitive.influence_begin.push_back(v == 0 ? 0 : primitive.influence_begin.back());
    else
      primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
    if (v >= 10) primitive.influences.push_back({v % 2, 1});
  }
  primitive.influence_begin.push_back(static_cast<std::uint32_t>(primitive.influences.size()));
  for (int n = 0; n < 200; ++n) {
    scene.nodes.push_back(make_node("", kNone, move(-n, 0, 0)));
    scene.nodes.back().meshes.push_back({0, 0});
  }
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  EXPECT_EQ(bounds.min, (Vec3d{-199, 0, -1}));
  EXPECT_EQ(bounds.max, (Vec3d{0, 50, 1}));
}

// A triangle, and a mesh without faces far away, which only counts if there is no triangle.
TEST(pose_bounds, ignore_meshes_without_faces_next_to_others) {
  Scene scene;
  scene.nodes = {make_node("body", kNone, move(0, 0, 0)), make_node("widget", kNone, move(50, 0, 0))};
  scene.meshes.resize(2);
  for (std::uint32_t m = 0; m < 2; ++m) {
    scene.meshes[m].primitives.emplace_back().positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};
    scene.nodes[m].meshes.push_back({m, kNone});
  }
  Primitive& body = scene.meshes[0].primitives[0];
  body.indices = {0, 1, 2};
  EXPECT_EQ(pose_bounds(scene, rest_pose(scene)).max, (Vec3d{1, 2, 0}));
  EXPECT_EQ(scene_size(scene), 2);
  body.lines = {0, 2};
  body.indices.clear();
  EXPECT_EQ(pose_bounds(scene, rest_pose(scene)).max, (Vec3d{1, 2, 0}));
  body.points = {1};
  body.lines.clear();
  EXPECT_EQ(pose_bounds(scene, rest_pose(scene)).max, (Vec3d{1, 2, 0}));
  body.points.clear();
  EXPECT_EQ(pose_bounds(scene, rest_pose(scene)).max, (Vec3d{51, 2, 0}));
  EXPECT_EQ(scene_size(scene), 51);
}

TEST(pose_bounds, without_vertices_hold_the_nodes) {
  Scene scene;
  scene.nodes = {make_node("a", kNone, move(1, 2, 3)), make_node("b", 0, move(0, 0, -9))};
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  EXPECT_EQ(bounds.min, (Vec3d{1, 2, -6}));
  EXPECT_EQ(bounds.max, (Vec3d{1, 2, 3}));
  EXPECT_TRUE(pose_bounds(Scene{}, rest_pose(Scene{})).empty());
}

}  // namespace
}  // namespace skelter
