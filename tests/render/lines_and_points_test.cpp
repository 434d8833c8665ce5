// Lines and points in glTF, drawn with every skinning method that draws triangles.

#include <gtest/gtest.h>

#include "render/pbr_scenes.h"
#include "support/drawn_scene.h"

namespace skelter::test {
namespace {

constexpr SkinningPath kAllPaths[] = {SkinningPath::texture_palette, SkinningPath::buffer_palette,
                                      SkinningPath::uniform_palette, SkinningPath::cpu};

// Two vertices, at (-1, y, 0) and (1, y, 0), on a node or on a joint.
Scene two_vertices(float y, bool skinned) {
  Scene scene = pbr_square();
  Primitive& p = scene.meshes[0].primitives[0];
  p = {};
  p.positions = {{-1, y, 0}, {1, y, 0}};
  p.materials = {0};
  if (skinned) {
    scene.nodes.push_back(scene.nodes[0]);
    scene.nodes[0].meshes = {};
    scene.nodes[1].meshes = {{0, 0}};
    scene.skins.emplace_back().joints.push_back({"square", 0, {}});
    p.influence_begin = {0, 1, 2};
    p.influences = {{0, 1}, {0, 1}};
  }
  scene.materials[0].base_color = {0.5f, 0.2f, 0, 1};
  scene.materials[0].emissive = {0, 0, 0.8f};
  return scene;
}

// Number of pixels per row that have the colour of the two vertices, which is factor plus emission without
// light (glTF 2.0, section 3.9.7: lines and points without normals).
std::map<std::uint32_t, std::size_t> colored_rows(const Image& image) {
  std::map<std::uint32_t, std::size_t> rows;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.at(x, y);
      if (p[0] == 0 && p[1] == 0 && p[2] == 0) continue;
      ++rows[y];
      EXPECT_NEAR(p[0], 255 * srgb(0.5), 1.01);
      EXPECT_NEAR(p[1], 255 * srgb(0.2), 1.01);
      EXPECT_NEAR(p[2], 255 * srgb(0.8), 1.01);
    }
  return rows;
}

TEST(LinesAndPoints, a_line_is_a_row_of_pixels) {
  Stage stage(64, 64);
  for (const bool skinned : {false, true})
    for (const SkinningPath path : kAllPaths) {
      SCOPED_TRACE(testing::Message() << skinned << " " << static_cast<int>(path));
      // There are 16 pixels per unit, and y = 0 is between rows 31 and 32, so y = 0.53 is in row 23.
      Scene scene = two_vertices(0.53f, skinned);
      scene.meshes[0].primitives[0].lines = {0, 1};
      const Pose rest = rest_pose(scene);
      const auto rows = colored_rows(stage.picture(scene, rest, plain_options(path), square_camera()));
      ASSERT_EQ(rows.size(), 1u);
      EXPECT_EQ(rows.begin()->first, 23u);
      EXPECT_NEAR(static_cast<double>(rows.begin()->second), 32, 1) << "from x = -1 to 1";
      // Moves the node, or the joint, one unit down.
      Pose lower = rest;
      lower.world[0] = translation_matrix(Vec3d{0, -1, 0});
      const auto moved = colored_rows(stage.picture(scene, lower, plain_options(path), square_camera()));
      ASSERT_EQ(moved.size(), 1u);
      EXPECT_EQ(moved.begin()->first, 39u);
    }
}

TEST(LinesAndPoints, a_point_is_three_pixels_wide) {
  Stage stage(64, 64);
  for (const bool skinned : {false, true})
    for (const SkinningPath path : kAllPaths) {
      SCOPED_TRACE(testing::Message() << skinned << " " << static_cast<int>(path));
      Scene scene = two_vertices(0.53f, skinned);
      scene.meshes[0].primitives[0].points = {1};
      const auto rows =
          colored_rows(stage.picture(scene, rest_pose(scene), plain_options(path), square_camera()));
      const std::map<std::uint32_t, std::size_t> square{{22, 3}, {23, 3}, {24, 3}};
      EXPECT_EQ(rows, square);
    }
}

// With normals, they are lit like surfaces.
TEST(LinesAndPoints, normals_give_them_light) {
  Scene scene = pbr_square();
  Primitive& p = scene.meshes[0].primitives[0];
  p.indices.clear();
  p.points = {0};
  p.positions[0] = {0.03125f, -0.03125f, 0};  // centre of pixel (32, 32)
  scene.materials[0].pbr->metallic = 0;
  Stage stage(64, 64);
  const Image image = stage.picture(scene, rest_pose(scene), plain_options(), square_camera());
  const Vec3d expected = expected_pixel({{1, 1, 1}, 0, 1}, {0.03125, -0.03125, 0}, {0, 0, 1});
  EXPECT_NEAR(image.at(32, 32)[0], expected.x, 1.01);
  EXPECT_NEAR(image.at(32, 32)[2], expected.z, 1.01);
}

// Triangles, lines and points of one primitive share their vertices. Lines and points cast no shadow.
TEST(LinesAndPoints, are_drawn_together_with_triangles) {
  Scene scene = pbr_square();
  Primitive& p = scene.meshes[0].primitives[0];
  p.indices = {0, 1, 2};
  p.lines = {2, 3};
  p.points = {3};
  Stage stage(64, 64);
  DrawnScene uploaded = stage.upload(scene);
  (void)stage.picture(uploaded, scene, rest_pose(scene), plain_options(), square_camera());
  EXPECT_EQ(stage.renderer.counters().draw_calls, 3u);
  DrawOptions shadow = plain_options();
  shadow.shadow = true;
  shadow.ground_y = -1;
  (void)stage.picture(uploaded, scene, rest_pose(scene), shadow, square_camera());
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u);
}

}  // namespace
}  // namespace skelter::test
