// Scenes as shapes that are drawn without being compiled, and poses for them from the reference evaluator.

#include "skelter/compile/scene_shape.h"

#include <gtest/gtest.h>

#include "compile/compiled.h"
#include "compile/internal/reference_pose.h"
#include "skelter/play/character_data.h"
#include "skelter/scene/build.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

SceneShape shape_of(const Scene& scene) {
  auto shape = SceneShape::create(scene);
  if (!shape) {
    ADD_FAILURE() << to_string(shape.error());
    std::abort();
  }
  return std::move(*shape);
}

// A strip skinned to two bones, and two instances of a triangle, one of them hidden.
Scene strip_and_triangle() {
  Scene scene;
  scene.file = "strip.x";
  const SkeletonBone bones[] = {{"upper", kNone, translation_matrix(Vec3d{1, 0, 0})},
                                {"lower", 0, translation_matrix(Vec3d{0, 3, 0})}};
  const auto skin = append_skeleton(scene, bones);
  Primitive strip;
  strip.positions = {{0, 0, 0}, {2, 0, 0}, {1, 6, 0}, {1, 3, 0}};
  strip.indices = {2, 0, 1};
  strip.lines = {3, 0};
  strip.points = {3};
  append_influences(strip, {{0, 1}});
  append_influences(strip, {{0, 1}});
  append_influences(strip, {{0, 0.25f}, {1, 0.75f}});
  append_influences(strip, {{1, 1}});
  EXPECT_TRUE(append_skinned_mesh(scene, {"strip", {strip}}, *skin).ok());
  Mesh mesh;
  mesh.name = "triangle";
  Primitive& triangle = mesh.primitives.emplace_back();
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.indices = {0, 1, 2};
  scene.meshes.push_back(mesh);
  scene.nodes.push_back(make_node("stone", kNone, translation_matrix(Vec3d{0, 0, 5})));
  scene.nodes.back().meshes = {{1, kNone}};
  scene.nodes.push_back(scene.nodes.back());
  scene.nodes.back().shown = false;
  return scene;
}

TEST(SceneShape, has_the_nodes_as_joints_and_a_skin_for_every_mesh_instance) {
  const Scene scene = strip_and_triangle();
  const SceneShape made = shape_of(scene);
  const ModelShape& shape = made.shape();
  EXPECT_EQ(shape.file, "strip.x");
  EXPECT_EQ(shape.skeleton, nullptr);
  ASSERT_EQ(shape.joints.size(), scene.nodes.size());
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    EXPECT_EQ(shape.joints[n].name, scene.nodes[n].name);
    EXPECT_EQ(shape.joints[n].parent, scene.nodes[n].parent);
    EXPECT_EQ(shape.joints[n].node, n);
    EXPECT_EQ(shape.joints[n].is_bone, n < 2);
  }
  ASSERT_EQ(shape.skins.size(), 3u);
  EXPECT_EQ(shape.skins[0].size, 2u);
  EXPECT_EQ(shape.skins[0].node_entry, kNone);
  EXPECT_EQ(shape.skins[1].size, 1u);
  EXPECT_EQ(shape.skins[1].node_entry, 0u);
  EXPECT_TRUE(shape.skins[1].shown);
  EXPECT_FALSE(shape.skins[2].shown);
  EXPECT_EQ(shape.matrix_count, 4u);
  ASSERT_EQ(shape.meshes.size(), 3u);
  // Instances of one mesh, which is stored once.
  EXPECT_EQ(shape.meshes[1].mesh.vertices.data(), shape.meshes[2].mesh.vertices.data());

  const ModelMesh& strip = shape.meshes[0];
  const auto source = [&](std::uint32_t vertex) { return strip.mesh.source_vertex[vertex]; };
  ASSERT_EQ(strip.mesh.indices.size(), 3u);  // in the order of the source, starting with the same corner
  EXPECT_EQ(source(strip.mesh.indices[0]), 2u);
  EXPECT_EQ(source(strip.mesh.indices[1]), 0u);
  EXPECT_EQ(source(strip.mesh.indices[2]), 1u);
  ASSERT_EQ(strip.lines.size(), 2u);
  EXPECT_EQ(source(strip.lines[0]), 3u);
  EXPECT_EQ(source(strip.lines[1]), 0u);
  ASSERT_EQ(strip.points.size(), 1u);
  EXPECT_EQ(source(strip.points[0]), 3u);
}

TEST(SceneShape, fills_poses_with_the_matrices_of_the_reference_evaluator) {
  const Scene scene = strip_and_triangle();
  SceneShape made = shape_of(scene);
  Pose pose = rest_pose(scene);
  pose.local[1] = translation_matrix(Vec3d{0, 3, 0}) * rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, 0.5));
  local_to_world(scene, pose);
  const ModelPose at_home = made.pose(pose);
  EXPECT_EQ(at_home.world_from_model, Mat4d{});
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        EXPECT_EQ(at_home.model_from_joint[n].m[row][column], static_cast<float>(pose.world[n](row, column)));
  // The palette entry of the lower bone, which is turned by 0.5 about its rest position (1, 3, 0).
  EXPECT_NEAR(at_home.palettes[1].m[0][0], std::cos(0.5), 1e-6);
  EXPECT_NEAR(at_home.palettes[1].m[0][3], 1 - std::cos(0.5) + 3 * std::sin(0.5), 1e-6);
  EXPECT_EQ(at_home.palettes[2].m[2][3], 5);

  // A million units away: model space starts at the first joint of the skin, so floats lose nothing.
  Pose away = pose;
  for (Mat4d& world : away.world) world = translation_matrix(Vec3d{1e6, 0, 0.1}) * world;
  const std::vector<Affine> palettes(at_home.palettes.begin(), at_home.palettes.end());
  const ModelPose far = made.pose(away);
  const Vec3d start = translation_part(far.world_from_model);
  EXPECT_NEAR(length(start - Vec3d{1e6, 0, 0.1}), 0, 10);
  for (std::size_t i = 0; i < palettes.size(); ++i)
    for (std::size_t row = 0; row < 3; ++row) {
      const double moved[] = {1e6, 0, 0.1}, began[] = {start.x, start.y, start.z};
      EXPECT_NEAR(double{far.palettes[i].m[row][3]} + began[row], double{palettes[i].m[row][3]} + moved[row],
                  1e-6)
          << i << ' ' << row;
    }
}

// Packs have 16-bit joint numbers, but this scene has more nodes.
TEST(SceneShape, accepts_scenes_that_cannot_be_compiled) {
  Scene scene;
  scene.meshes.resize(1);
  Primitive& triangle = scene.meshes[0].primitives.emplace_back();
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.indices = {0, 1, 2};
  for (std::uint32_t n = 0; n < 70'000; ++n) {
    scene.nodes.push_back(make_node("n", n == 0 ? kNone : 0, translation_matrix(Vec3d{n * 1.0, 0, 0})));
    scene.nodes.back().meshes = {{0, kNone}};
  }
  ASSERT_EQ(compile_scene(scene).error().code, "build.too-many-joints");
  SceneShape made = shape_of(scene);
  ASSERT_EQ(made.shape().joints.size(), 70'000u);
  EXPECT_EQ(made.pose(rest_pose(scene)).palettes[69'999].m[0][3], 69'999.0f);
}

// A node that shears becomes two joints. Their product is the node's matrix.
TEST(ReferencePose, gives_both_halves_of_a_sheared_joint) {
  Scene scene;
  scene.nodes = {make_node("root", kNone, translation_matrix(Vec3d{0, 1, 0})), make_node("bent", 0, Mat4d{})};
  Mat4 sheared;
  sheared(0, 1) = 0.5f;
  sheared(2, 2) = 2;
  scene.nodes[1].rest = sheared;
  scene.nodes[1].rest_trs.reset();
  scene.meshes.resize(1);
  Primitive& triangle = scene.meshes[0].primitives.emplace_back();
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.indices = {0, 1, 2};
  scene.nodes[1].meshes = {{0, kNone}};
  Compiled compiled = compile(scene);
  Pack pack;
  ASSERT_TRUE(Pack::open(std::move(compiled.pack.bytes), pack).ok());
  const auto data = CharacterData::create(std::move(pack));
  ASSERT_TRUE(data.ok());
  const ModelShape shape = data->shape();
  ASSERT_EQ(shape.joints.size(), 3u);
  ReferencePose reference(scene, shape);
  const ModelPose pose = reference.of(rest_pose(scene));
  const Transform half = get(shape.skeleton->rest_pose[0], 2);
  const Mat4d product = to_double(to_mat4(pose.model_from_joint[1])) * to_double(to_mat4(half));
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(product.m[i], to_double(to_mat4(pose.model_from_joint[2])).m[i], 1e-6) << i;
    EXPECT_NEAR(product.m[i], rest_pose(scene).world[1].m[i], 1e-6) << i;
  }
}

}  // namespace
}  // namespace skelter::test
