// Cameras from files: they show the right view and follow their nodes.

#include <gtest/gtest.h>

#include <cmath>

#include "picture/square_picture.h"
#include "render/scenes.h"
#include "skelter/scene/edit.h"
#include "support/scene_parts.h"

namespace skelter::test {
namespace {

constexpr double kRightAngle = 1.5707963267948966;

// The square, and a camera on a separate node at (0, 0, 4).
Scene filmed_square() {
  Scene scene = square();
  SceneCamera lens;
  lens.name = "Lens";
  lens.fov_y_rad = static_cast<float>(kRightAngle);
  lens.near_distance = 0.5f;
  lens.far_distance = 20;
  scene.cameras.push_back(lens);
  scene.nodes.push_back(make_node("Tripod", kNone, translation_matrix(Vec3d{0, 0, 4})));
  scene.nodes[1].camera = 0;
  return scene;
}

// Position of a point in the image, from -1 to 1.
Vec3d in_picture(const Camera& camera, double picture_aspect, const Vec3d& at) {
  const Mat4d m = *projection_matrix(camera, picture_aspect) * *view_matrix(camera);
  const double w = m.m[3] * at.x + m.m[7] * at.y + m.m[11] * at.z + m.m[15];
  const auto row = [&](std::size_t r) {
    return (m.m[r] * at.x + m.m[4 + r] * at.y + m.m[8 + r] * at.z + m.m[12 + r]) / w;
  };
  return {row(0), row(1), row(2)};
}

TEST(FileCamera, stands_where_its_node_is) {
  Scene scene = filmed_square();
  const auto camera = file_camera(scene, rest_pose(scene), 0);
  ASSERT_TRUE(camera.has_value());
  EXPECT_EQ(camera->eye, (Vec3d{0, 0, 4}));
  EXPECT_EQ(camera->target, (Vec3d{0, 0, 3}));
  EXPECT_NEAR(camera->fov_y_deg, 90, 1e-5);
  EXPECT_EQ(camera->near_distance, 0.5);
  EXPECT_EQ(camera->far_distance, 20);
  scene.nodes[1].camera = kNone;
  EXPECT_FALSE(file_camera(scene, rest_pose(scene), 0).has_value()) << "not attached to a node";
  scene.nodes[1].camera = 0;
  scene.nodes[1].rest = {};
  for (float& e : scene.nodes[1].rest.m) e = 0;
  EXPECT_FALSE(file_camera(scene, rest_pose(scene), 0).has_value()) << "its node has no direction";
}

// glTF 2.0, section 3.10: the complete view is visible, neither cropped nor stretched.
TEST(FileCamera, its_view_is_whole_in_images_of_every_shape) {
  Scene scene = filmed_square();
  scene.cameras[0].aspect_ratio = 2.0f;
  const Camera camera = *file_camera(scene, rest_pose(scene), 0);
  // At distance 4, the view of 90 degrees is 8 high and 16 wide.
  const Vec3d corner{8, 4, 0};
  const auto expect_at = [&](double picture_aspect, double x, double y) {
    const Vec3d seen = in_picture(camera, picture_aspect, corner);
    EXPECT_NEAR(seen.x, x, 1e-6) << picture_aspect;
    EXPECT_NEAR(seen.y, y, 1e-6) << picture_aspect;
  };
  expect_at(2, 1, 1);
  expect_at(4, 0.5, 1);  // extra space at the sides
  expect_at(1, 1, 0.5);  // extra space above and below
  expect_at(0.5, 1, 0.25);
}

TEST(FileCamera, without_perspective_its_half_sizes_count_and_near_parts_are_cut) {
  Scene scene = filmed_square();
  SceneCamera& lens = scene.cameras[0];
  lens.orthographic = true;
  lens.half_width = 3;
  lens.half_height = 1.5f;
  const Camera camera = *file_camera(scene, rest_pose(scene), 0);
  EXPECT_TRUE(std::abs(in_picture(camera, 2, {3, 1.5, 0}).x - 1) < 1e-9);
  EXPECT_NEAR(in_picture(camera, 2, {3, 1.5, 0}).y, 1, 1e-9);
  EXPECT_NEAR(in_picture(camera, 1, {3, 1.5, 0}).y, 0.5, 1e-9);
  EXPECT_NEAR(in_picture(camera, 2, {0, 0, 3.5}).z, -1, 1e-9) << "0.5 before it";
  EXPECT_LT(in_picture(camera, 2, {0, 0, 5}).z, -1) << "behind it";
  EXPECT_NEAR(in_picture(camera, 2, {0, 0, -16}).z, 1, 1e-9);
}

TEST(FileCamera, images_follow_its_node) {
  Scene scene = filmed_square();
  Clip pan;
  pan.duration_s = 1;
  pan.targets.push_back({"Tripod", 1, {}});
  pan.channels.push_back(make_channel(0, ChannelPath::translation, {0, 1}, {0, 0, 4, 4, 0, 4}));
  scene.clips.push_back(pan);
  ImageRendererOptions options = square_options();
  options.camera.reset();
  options.file_camera = 0;
  options.clip = 0;
  options.draw.unlit = true;
  // 8 units are 64 pixels, so the square covers x = 24 to 39, and -8 to 7 at the end of the clip.
  const Image begin = test::picture(scene, options, 0);
  EXPECT_NE(pixel(begin, 25, 32), (Pixel{0, 0, 0}));
  EXPECT_NE(pixel(begin, 38, 32), (Pixel{0, 0, 0}));
  EXPECT_EQ(pixel(begin, 22, 32), (Pixel{0, 0, 0}));
  EXPECT_EQ(pixel(begin, 41, 32), (Pixel{0, 0, 0}));
  const Image end = test::picture(scene, options, 0.999999);
  EXPECT_NE(pixel(end, 6, 32), (Pixel{0, 0, 0}));
  EXPECT_EQ(pixel(end, 9, 32), (Pixel{0, 0, 0}));
}

TEST(FileCamera, a_missing_camera_is_refused) {
  Scene scene = filmed_square();
  scene.nodes[1].camera = kNone;
  Diagnostics diagnostics;
  ImageRendererOptions options = square_options();
  options.camera.reset();
  for (const std::uint32_t camera : {0u, 1u}) {
    options.file_camera = camera;
    const auto maker = ImageRenderer::create(scene, options, diagnostics);
    ASSERT_FALSE(maker);
    EXPECT_EQ(maker.error().message,
              camera == 0 ? "camera Lens is not attached to a node" : "camera #1; the scene has 1");
  }
}

TEST(FileCamera, is_chosen_by_its_name_its_nodes_name_or_its_number) {
  Scene scene = filmed_square();
  scene.cameras.emplace_back();
  scene.nodes.push_back(make_node("Crane", kNone, Mat4d{}));
  scene.nodes[2].camera = 1;
  EXPECT_EQ(*choose_camera(scene, "Lens"), 0u);
  EXPECT_EQ(*choose_camera(scene, "Tripod"), 0u);
  EXPECT_EQ(*choose_camera(scene, "Crane"), 1u);
  EXPECT_EQ(*choose_camera(scene, "#1"), 1u);
  EXPECT_EQ(*choose_camera(scene, "0"), 0u);
  const auto unknown = choose_camera(scene, "lens");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "no camera is named \"lens\"; did you mean \"Lens\"?");
  scene.cameras.clear();
  EXPECT_EQ(choose_camera(scene, "Lens").error().message,
            "no camera is named \"Lens\"; the file has no cameras");
}

}  // namespace
}  // namespace skelter::test
