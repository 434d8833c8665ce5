// The GPU memory for meshes is counted before it is allocated.

#include "picture/internal/scene_upload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/scenes.h"
#include "render/stage.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/picture/picture.h"
#include "support/drawn_scene.h"

namespace skelter::test {
namespace {

// Points on a line, in one mesh with `instances` instances.
Scene crowd_of_points(std::size_t points, std::size_t instances) {
  Scene scene;
  scene.file = "points.gltf";
  scene.meshes.resize(1);
  scene.meshes[0].name = "cloud";
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  for (std::size_t p = 0; p < points; ++p) {
    primitive.positions.push_back({static_cast<float>(p), 0, 0});
    primitive.points.push_back(static_cast<std::uint32_t>(p));
  }
  primitive.materials = {kNone};
  scene.nodes.resize(instances);
  for (Node& node : scene.nodes) node.meshes.push_back({0, kNone});
  return scene;
}

// Per vertex: position and normal are six floats, a texture coordinate is two floats, and a colour is four
// 16-bit numbers; an index has 32 bits: 24 + 8 + 8 + 4.
TEST(UploadSize, counts_vertices_and_indices_of_every_instance) {
  const std::uint64_t small = upload_size(crowd_of_points(10, 1)).bytes;
  EXPECT_EQ(upload_size(crowd_of_points(1010, 1)).bytes - small, 1000u * 44);
  const UploadSize many = upload_size(crowd_of_points(1010, 50));
  EXPECT_EQ(many.bytes, 50 * upload_size(crowd_of_points(1010, 1)).bytes);
  EXPECT_EQ(many.mesh_bytes, upload_size(crowd_of_points(1010, 1)).bytes);
  EXPECT_EQ(many.largest_mesh, 0u);
  EXPECT_EQ(many.instances, 50u);
  EXPECT_EQ(many.instances_bytes, many.bytes);
}

// Four influences are four 16-bit numbers and four floats. The bounds of a joint are six doubles. A morph
// target has two texels of four floats for each vertex.
TEST(UploadSize, counts_influences_joints_and_morph_targets) {
  Scene scene = tower();
  const std::uint64_t skinned = upload_size(scene).bytes;
  scene.skins[0].joints.resize(1004, scene.skins[0].joints[0]);
  EXPECT_EQ(upload_size(scene).bytes - skinned, 1000u * 48);
  scene = tower();
  scene.nodes[4].meshes[0].skin = kNone;
  EXPECT_EQ(skinned - upload_size(scene).bytes, 600u * 24 + 5 * 48);
  const std::uint64_t rigid = upload_size(scene).bytes;
  scene.meshes[0].primitives[0].morphs.resize(3);
  EXPECT_EQ(upload_size(scene).bytes - rigid, 600u * 3 * 32);
}

// Counts the same buffers twice: for a scene before conversion, and for a shape, such as that of a pack.
TEST(UploadSize, of_a_shape_is_that_of_its_scene) {
  Scene hidden = crowd_of_points(10, 3);
  hidden.nodes[1].shown = false;
  Scene skinned = tower();
  skinned.meshes[0].primitives[0].materials = {kNone};
  for (const Scene& scene : {crowd_of_points(1010, 50), hidden, skinned}) {
    const auto shape = SceneShape::create(scene);
    ASSERT_TRUE(shape.ok());
    const UploadSize of_shape = upload_size(shape->shape()), of_scene = upload_size(scene);
    EXPECT_EQ(of_shape.bytes, of_scene.bytes);
    EXPECT_EQ(of_shape.mesh_bytes, of_scene.mesh_bytes);
    EXPECT_EQ(of_shape.instances, of_scene.instances);
    EXPECT_EQ(of_shape.instances_bytes, of_scene.instances_bytes);
  }
  const Scene scene = crowd_of_points(100, 2);
  const auto shape = SceneShape::create(scene);
  RendererOptions options;
  options.max_upload_bytes = 10'000;
  Stage stage(16, 16, 1, options);
  const auto refused = stage.renderer.upload(shape->shape());
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), to_string(expect_upload_fits(scene, 10'000).error()));
}

TEST(UploadSize, omits_hidden_parts) {
  Scene scene = crowd_of_points(10, 3);
  const std::uint64_t three = upload_size(scene).bytes;
  scene.nodes[1].shown = false;
  EXPECT_EQ(upload_size(scene).bytes * 3, three * 2);
}

TEST(UploadSize, without_a_limit_is_256_megabytes_and_40_times_the_meshes) {
  UploadSize size;
  size.mesh_bytes = 1000;
  EXPECT_EQ(default_upload_limit(size), (std::uint64_t{256} << 20) + 40'000);
}

TEST(UploadSize, beyond_the_limit_is_an_error_that_names_the_mesh_and_its_instances) {
  const Scene scene = crowd_of_points(30'000, 2000);
  const std::uint64_t bytes = upload_size(scene).bytes;
  const std::string expected = "points.gltf: mesh cloud has 2000 instances, which need " +
                               std::to_string(bytes) +
                               " bytes on the graphics card; all meshes together need " +
                               std::to_string(bytes) + "; expected at most 50000000";
  const Result<void> refused = expect_upload_fits(scene, 50'000'000);
  ASSERT_FALSE(refused);
  EXPECT_EQ(to_string(refused.error()), expected);
  EXPECT_EQ(refused.error().code, "render.too-many-instances");
  EXPECT_EQ(refused.error().status, Status::limit_exceeded);
  EXPECT_FALSE(expect_upload_fits(scene));
  EXPECT_TRUE(expect_upload_fits(crowd_of_points(30'000, 100)));
  EXPECT_TRUE(expect_upload_fits(Scene(), 1));
}

TEST(UploadSize, applies_to_the_renderer_and_to_images) {
  RendererOptions options;
  options.max_upload_bytes = 10'000;
  Stage stage(16, 16, 1, options);
  const Scene one = crowd_of_points(100, 1), scene = crowd_of_points(100, 2);
  EXPECT_TRUE(DrawnScene::create(stage.renderer, one));
  const auto refused = DrawnScene::create(stage.renderer, scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "render.too-many-instances");
  Diagnostics diagnostics;
  ImageRendererOptions picture;
  picture.max_upload_bytes = 10'000;
  const auto maker = ImageRenderer::create(scene, picture, diagnostics);
  ASSERT_FALSE(maker);
  EXPECT_EQ(maker.error().code, "render.too-many-instances");
}

}  // namespace
}  // namespace skelter::test
