// A viewer's overlays on a scene: lines, colours for data, unlit surfaces, isolated bones, and no
// perspective.
#include <gtest/gtest.h>

#include <array>

#include "picture/square_picture.h"
#include "render/gl/internal/target.h"
#include "render/look/skeleton_overlay.h"
#include "render/scenes.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/picture/picture.h"
#include "skelter/render/headless.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::picture;
using test::Pixel;
using test::pixel;

ImageRendererOptions sharp_options() {
  ImageRendererOptions options = test::square_options();
  options.samples = 1;
  return options;
}

// From (-1.5, y, z) to (1.5, y, z), which is columns 8 to 56 in row 32 - 16 y.
OverlayLine level_line(float y, float z, bool on_top) {
  return {{-1.5f, y, z}, {1.5f, y, z}, {1, 0, 0}, on_top};
}

TEST(OverlayLines, a_line_before_the_surface_is_seen_and_one_behind_is_hidden) {
  ImageRendererOptions options = sharp_options();
  options.draw.unlit_color = Vec3{0, 0, 1};
  const std::array lines{level_line(0.03f, -0.5f, false), level_line(0.53f, 0.5f, false)};
  options.draw.lines = lines;
  const Image image = picture(test::square(), options);
  EXPECT_EQ(pixel(image, 32, 22), (Pixel{255, 0, 0}))
      << "0.53 up, seen from 3.5 units: 9.7 pixels above the middle";
  for (std::uint32_t y = 25; y < 40; ++y) EXPECT_EQ(pixel(image, 32, y), (Pixel{0, 0, 255})) << y;
  EXPECT_EQ(pixel(image, 12, 31), (Pixel{255, 0, 0})) << "beside the square it is seen";
}

TEST(OverlayLines, a_line_on_top_shines_through) {
  ImageRendererOptions options = sharp_options();
  options.draw.unlit_color = Vec3{0, 0, 1};
  const std::array lines{level_line(0.03f, -0.5f, true)};
  options.draw.lines = lines;
  EXPECT_EQ(pixel(picture(test::square(), options), 32, 31), (Pixel{255, 0, 0}));
}

TEST(MeshColors, colors_run_from_vertex_to_vertex_instead_of_the_material) {
  const Scene scene = test::square();  // the corners are lower left, lower right, upper right, upper left
  const std::array<Vec3, 4> colors{Vec3{1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}};
  const std::array shown{MeshColors{0, 0, 0, colors}};
  ImageRendererOptions options = sharp_options();
  options.draw.unlit = true;
  options.draw.mesh_colors = shown;
  const Image image = picture(scene, options);
  const Pixel left = pixel(image, 17, 32), right = pixel(image, 46, 32), middle = pixel(image, 32, 32);
  EXPECT_GT(left[0], 245);
  EXPECT_LT(left[1], 70);
  EXPECT_GT(right[1], 245);
  EXPECT_LT(right[0], 70);
  // Half of each in linear light: 0.5 is 188 of 255 in sRGB.
  EXPECT_NEAR(middle[0], 188, 6);
  EXPECT_NEAR(middle[1], 188, 6);
}

TEST(MeshColors, without_them_the_next_picture_has_its_material_again) {
  Scene scene = test::square();
  scene.materials[0].base_color = {0, 0, 1, 1};
  auto context = HeadlessContext::create();
  ASSERT_TRUE(context.ok());
  auto renderer = Renderer::create();
  auto target = RenderTarget::create(64, 64, 1);
  ASSERT_TRUE(renderer.ok() && target.ok());
  auto uploaded = test::DrawnScene::create(*renderer, scene, {});
  ASSERT_TRUE(uploaded.ok());
  const ImageRendererOptions picture_options = sharp_options();
  DrawOptions options = picture_options.draw;
  options.unlit = true;
  const std::array<Vec3, 4> red{Vec3{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  const std::array shown{MeshColors{0, 0, 0, red}};
  const auto middle = [&] {
    EXPECT_TRUE(uploaded->draw(*renderer, rest_pose(scene), *picture_options.camera, 64, 64, options).ok());
    return pixel(target->read_pixels(), 32, 32);
  };
  EXPECT_EQ(middle(), (Pixel{0, 0, 255}));
  options.mesh_colors = shown;
  EXPECT_EQ(middle(), (Pixel{255, 0, 0}));
  options.mesh_colors = {};
  EXPECT_EQ(middle(), (Pixel{0, 0, 255}));
  const std::array<Vec3, 3> too_few{};
  const std::array wrong{MeshColors{0, 0, 0, too_few}};
  options.mesh_colors = wrong;
  EXPECT_EQ(middle(), (Pixel{0, 0, 255})) << "a list of the wrong length is not shown";
}

TEST(Unlit, a_surface_has_the_colour_of_its_material) {
  Scene scene = test::square();
  scene.materials[0].base_color = {1, 1, 0, 1};
  ImageRendererOptions options = sharp_options();
  options.draw.unlit = true;
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), (Pixel{255, 255, 0}));
  options.draw.unlit = false;
  EXPECT_NE(pixel(picture(scene, options), 32, 32), (Pixel{255, 255, 0}));
}

// A square 4 units away must be as large as one 2 units away: 2 of 4 units of height are 32 of 64 pixels.
TEST(ParallelProjection, distance_does_not_make_things_smaller) {
  ImageRendererOptions options = sharp_options();
  options.draw.unlit_color = Vec3{0, 0, 1};
  options.camera->parallel_height = 4;
  for (const double distance : {2.0, 4.0, 0.001}) {
    options.camera->eye = {0, 0, distance};
    const Image image = picture(test::square(), options);
    EXPECT_EQ(pixel(image, 17, 32), (Pixel{0, 0, 255})) << distance;
    EXPECT_EQ(pixel(image, 15, 32), (Pixel{0, 0, 0})) << distance;
    EXPECT_EQ(pixel(image, 46, 32), (Pixel{0, 0, 255})) << distance;
    EXPECT_EQ(pixel(image, 48, 32), (Pixel{0, 0, 0})) << distance;
  }
}

TEST(IsolatedBones, only_bones_at_and_below_the_node_are_made) {
  const Scene scene = test::tower();
  SceneShape made = *SceneShape::create(scene);
  const ModelPose pose = made.pose(rest_pose(scene));
  const auto lowest = [&](std::uint32_t isolated) {
    float y = 1e9f;
    for (const BoneVertex& v : bone_shapes(made.shape(), pose, kNone, isolated).triangles)
      y = std::min(y, v.position.y);
    return y;
  };
  // The joints are at heights of -1, 0.25, 1.05 and 1.65.
  EXPECT_NEAR(lowest(kNone), -1, 0.1);
  EXPECT_NEAR(lowest(2), 1.05, 0.1);
  EXPECT_NEAR(lowest(3), 1.65, 0.1);
}

TEST(HiddenNodes, have_no_bones_and_no_meshes) {
  const Scene tower = test::tower();
  SceneShape made = *SceneShape::create(tower);
  const ModelPose pose = made.pose(rest_pose(tower));
  const auto count = [&](const std::vector<bool>* hidden) {
    return bone_shapes(made.shape(), pose, kNone, kNone, hidden).triangles.size();
  };
  std::vector<bool> hidden(tower.nodes.size(), false);
  EXPECT_EQ(count(&hidden), count(nullptr));
  hidden[2] = true;
  EXPECT_LT(count(&hidden), count(nullptr));
  hidden.assign(tower.nodes.size(), true);
  EXPECT_EQ(count(&hidden), 0u);

  const Scene square = test::square();
  ImageRendererOptions options = sharp_options();
  options.draw.unlit_color = Vec3{0, 0, 1};
  EXPECT_EQ(pixel(picture(square, options), 32, 32), (Pixel{0, 0, 255}));
  hidden.assign(square.nodes.size(), true);
  options.draw.hidden_nodes = &hidden;
  EXPECT_EQ(pixel(picture(square, options), 32, 32), (Pixel{0, 0, 0}));
}

// Two images side by side in one framebuffer must each stay in their half.
TEST(Viewport, a_picture_keeps_to_its_part_of_the_framebuffer) {
  const Scene scene = test::square();
  auto context = HeadlessContext::create();
  ASSERT_TRUE(context.ok());
  auto renderer = Renderer::create();
  auto target = RenderTarget::create(128, 64, 1);
  ASSERT_TRUE(renderer.ok() && target.ok());
  auto uploaded = test::DrawnScene::create(*renderer, scene, {});
  ASSERT_TRUE(uploaded.ok());
  const ImageRendererOptions shown = sharp_options();
  DrawOptions options = shown.draw;
  const auto draw = [&](std::uint32_t left, const Vec3& color) {
    options.left = left;
    options.unlit_color = color;
    options.background = color * 0.5f;
    EXPECT_TRUE(uploaded->draw(*renderer, rest_pose(scene), *shown.camera, 64, 64, options).ok());
  };
  draw(0, {1, 0, 0});
  draw(64, {0, 0, 1});
  const Image image = target->read_pixels();
  EXPECT_EQ(pixel(image, 32, 32), (Pixel{255, 0, 0}));
  // Half of 255, which drivers round up or down.
  const auto is_half = [](int value) { return value == 127 || value == 128; };
  EXPECT_TRUE(is_half(pixel(image, 63, 5)[0]));
  EXPECT_TRUE(is_half(pixel(image, 64, 5)[2]));
  EXPECT_EQ(pixel(image, 96, 32), (Pixel{0, 0, 255}));
  EXPECT_TRUE(is_half(pixel(image, 79, 32)[2]));
  EXPECT_EQ(pixel(image, 81, 32), (Pixel{0, 0, 255}));
}

}  // namespace
}  // namespace skelter
