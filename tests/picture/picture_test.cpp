#include "skelter/picture/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "picture/internal/image_sequence.h"
#include "picture/square_picture.h"
#include "render/gl/internal/target.h"
#include "render/scenes.h"
#include "skelter/compile/scene_shape.h"
#include "skelter/render/headless.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::picture;
using test::Pixel;
using test::pixel;
using test::square_options;

constexpr Vec3 kBlack{0, 0, 0};

std::size_t differing(const Image& a, const Image& b) {
  EXPECT_EQ(a.rgba.size(), b.rgba.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4)
    count += a.rgba[i] != b.rgba[i] || a.rgba[i + 1] != b.rgba[i + 1] || a.rgba[i + 2] != b.rgba[i + 2];
  return count;
}

std::size_t count_of(const Image& image, const Pixel& wanted) {
  std::size_t count = 0;
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) count += pixel(image, x, y) == wanted;
  return count;
}

// The tutorial's image: solid blue on black, without light, culling or depth (T-40, T-42).
ImageRendererOptions tower_options(double aspect) {
  ImageRendererOptions options;
  Camera camera;
  camera.eye = {0, 1, 5};
  camera.target = {0, 1, 0};
  camera.near_distance = 0.1;
  camera.far_distance = 100;
  camera.aspect = aspect;
  options.camera = camera;
  options.samples = 1;
  options.draw.background = kBlack;
  options.draw.unlit_color = Vec3{0, 0, 1};
  options.draw.depth_test = false;
  options.draw.shadow = false;
  return options;
}

constexpr Pixel kBlackPixel{0, 0, 0};
constexpr Pixel kBluePixel{0, 0, 255};

TEST(Tower, its_corners_are_on_the_pixels_of_the_tutorial) {
  const Image image = picture(test::tower(), tower_options(1));
  // The corners of the base are (340.13, 589.71) and (459.87, 589.71). Tests pixels with centres just inside
  // and just outside.
  EXPECT_EQ(pixel(image, 341, 588), kBluePixel);
  EXPECT_EQ(pixel(image, 339, 588), kBlackPixel);
  EXPECT_EQ(pixel(image, 458, 588), kBluePixel);
  EXPECT_EQ(pixel(image, 460, 588), kBlackPixel);
  EXPECT_EQ(pixel(image, 400, 588), kBluePixel);
  EXPECT_EQ(pixel(image, 400, 590), kBlackPixel);
  // The top is at 60.99.
  EXPECT_EQ(pixel(image, 400, 61), kBluePixel);
  EXPECT_EQ(pixel(image, 400, 60), kBlackPixel);
  // The window's own aspect gives 355.10 and 444.90.
  const Image wide = picture(test::tower(), tower_options(0));
  EXPECT_EQ(pixel(wide, 356, 588), kBluePixel);
  EXPECT_EQ(pixel(wide, 354, 588), kBlackPixel);
}

TEST(Tower, its_image_contains_only_blue_and_black) {
  const Image image = picture(test::tower(), tower_options(1));
  const std::size_t blue = count_of(image, kBluePixel);
  EXPECT_EQ(blue + count_of(image, kBlackPixel), std::size_t{800} * 600);
  // T-30, T-55: the width goes from 119.7 pixels at the base to 5 at the tip, over 529 rows.
  EXPECT_GT(blue, 529u * 40);
  EXPECT_LT(blue, 529u * 80);
}

TEST(Tower, with_culling_nothing_is_visible) {
  ImageRendererOptions options = tower_options(1);
  options.draw.cull_back_faces = true;
  EXPECT_EQ(count_of(picture(test::tower(), options), kBlackPixel), std::size_t{800} * 600);
}

TEST(Picture, culling_keeps_front_faces_also_under_a_mirrored_node) {
  ImageRendererOptions options = square_options();
  options.draw.cull_back_faces = true;
  options.draw.unlit_color = Vec3{0, 0, 1};
  Scene scene = test::square();
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), kBluePixel);
  scene.nodes[0].rest.m[0] = -1;  // in glTF, a mirrored node flips its faces
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), kBluePixel);
  scene.nodes[0].rest.m[10] = -1;  // mirrored twice: half a turn about y, so the back is visible
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), kBlackPixel);
}

TEST(Picture, a_surface_is_as_bright_from_either_side_and_mirrored) {
  const ImageRendererOptions options = square_options();
  Scene scene = test::square();
  const Pixel front = pixel(picture(scene, options), 32, 32);
  EXPECT_GT(front[0], 100);
  scene.nodes[0].rest.m[0] = -1;
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), front);
  scene.nodes[0].rest.m[10] = -1;
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), front);
  scene.meshes[0].primitives[0].normals.clear();  // the plane of the triangle is used instead
  EXPECT_EQ(pixel(picture(scene, options), 32, 32), front);
}

TEST(Picture, a_square_covers_the_middle_half_of_its_image) {
  const Image image = picture(test::square(), square_options());
  EXPECT_NE(pixel(image, 16, 16), kBlackPixel);
  EXPECT_NE(pixel(image, 47, 47), kBlackPixel);
  EXPECT_EQ(pixel(image, 15, 32), kBlackPixel);
  EXPECT_EQ(pixel(image, 32, 48), kBlackPixel);
}

// Light is multiplied by the material: a red material has no green, and a darker one is darker. No lit face
// is as dark as one without light.
TEST(Picture, the_material_colors_the_light) {
  Scene scene = test::square();
  scene.materials[0].base_color = {1, 0, 0, 1};
  const Pixel red = pixel(picture(scene, square_options()), 32, 32);
  EXPECT_GT(red[0], 3 * red[1]);
  scene.materials[0].base_color = {0.3f, 0, 0, 1};
  const Pixel dark = pixel(picture(scene, square_options()), 32, 32);
  EXPECT_LT(dark[0], red[0]);
  EXPECT_GT(dark[0], 20);
}

TEST(Picture, vertex_colors_multiply_and_emission_adds) {
  Scene scene = test::square();
  scene.meshes[0].primitives[0].colors.assign(4, {0, 1, 0, 1});
  const Pixel green = pixel(picture(scene, square_options()), 32, 32);
  EXPECT_GT(green[1], 3 * green[0]);
  scene.materials[0].emissive = {1, 0, 0};
  EXPECT_GT(pixel(picture(scene, square_options()), 32, 32)[0], 200);
}

TEST(Picture, each_slot_has_its_own_material_and_a_mesh_without_materials_is_visible) {
  Scene scene = test::square();
  scene.materials.resize(2);
  scene.materials[0].base_color = {1, 0, 0, 1};
  scene.materials[1].base_color = {0, 0, 1, 1};
  scene.meshes[0].primitives[0].materials = {1, 0};
  scene.meshes[0].primitives[0].triangle_slots = {1, 0};  // the lower right triangle is red
  const Image image = picture(scene, square_options());
  EXPECT_GT(pixel(image, 40, 44)[0], pixel(image, 40, 44)[2] + 50);
  EXPECT_GT(pixel(image, 24, 20)[2], pixel(image, 24, 20)[0] + 50);
  scene.meshes[0].primitives[0].materials.clear();
  scene.meshes[0].primitives[0].triangle_slots.clear();
  const Pixel gray = pixel(picture(scene, square_options()), 32, 32);
  EXPECT_GT(gray[0], 100);
  EXPECT_NEAR(gray[0], gray[2], 25);
}

TEST(Picture, half_transparent_shows_the_background_and_alpha_0_of_an_x_file_is_solid) {
  Scene scene = test::square();
  const Pixel solid = pixel(picture(scene, square_options()), 32, 32);
  scene.materials[0].base_color.w = 0.5f;
  const Pixel half = pixel(picture(scene, square_options()), 32, 32);
  EXPECT_NEAR(half[0], solid[0] / 2, 2);
  scene.materials[0].base_color.w = 0;
  EXPECT_EQ(pixel(picture(scene, square_options()), 32, 32), solid);
}

TEST(Picture, the_image_has_the_pose_of_its_time_and_is_the_same_every_time) {
  const Scene scene = test::moving_square();
  ImageRendererOptions options = square_options();
  options.clip = 0;
  const Image begin = picture(scene, options, 0), later = picture(scene, options, 0.5);
  EXPECT_NE(pixel(begin, 17, 32), kBlackPixel);
  EXPECT_EQ(pixel(later, 17, 32), kBlackPixel);  // it has moved by half a unit, which is 8 pixels
  EXPECT_NE(pixel(later, 54, 32), kBlackPixel);
  EXPECT_EQ(later, picture(scene, options, 0.5));
}

TEST(Picture, without_a_clip_the_rest_pose_is_drawn_at_every_time) {
  const Scene scene = test::moving_square();
  EXPECT_EQ(picture(scene, square_options(), 0), picture(scene, square_options(), 0.7));
  EXPECT_NE(pixel(picture(scene, square_options(), 0.7), 17, 32), kBlackPixel);
}

TEST(Picture, a_skinned_vertex_moves_with_its_joint) {
  const Scene scene = test::tower();
  ImageRendererOptions options = tower_options(1);
  // The tutorial's example at t = 100 ms: the local matrix translates up by L and then rotates about z.
  options.pose_at = [&scene](double) {
    Pose pose = rest_pose(scene);
    const double angles[] = {0, 0.108114, 0.176336, 0.190211}, rises[] = {-1, 1.25, 0.8, 0.6};
    for (std::size_t i = 1; i < 4; ++i)
      pose.local[i] = rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angles[i])) *
                      translation_matrix(Vec3d{0, rises[i], 0});
    local_to_world(scene, pose);
    return pose;
  };
  const Image image = picture(scene, options);
  // Vertex 599 must be at (187.12, 93.19). The strip is 5 pixels wide there and leans to the left.
  std::size_t blue_near = 0;
  for (std::uint32_t y = 92; y <= 96; ++y)
    for (std::uint32_t x = 185; x <= 192; ++x) blue_near += pixel(image, x, y) == kBluePixel;
  EXPECT_GT(blue_near, 5u);
  EXPECT_EQ(pixel(image, 400, 70), kBlackPixel);
  EXPECT_EQ(pixel(image, 341, 588), kBluePixel) << "the foot never moves";
}

TEST(Overlay, grid_edges_and_bones_are_visible_and_disappear) {
  Scene scene = test::tower();
  ImageRendererOptions options;
  options.width = 200;
  options.height = 150;
  const Image plain = picture(scene, options);
  ImageRendererOptions grid = options, edges = options, bones = options;
  grid.draw.grid = true;
  edges.draw.wireframe = true;
  bones.draw.skeleton = true;
  EXPECT_GT(differing(plain, picture(scene, grid)), 300u);
  EXPECT_GT(differing(plain, picture(scene, edges)), 100u);
  EXPECT_GT(differing(plain, picture(scene, bones)), 100u);

  Diagnostics diagnostics;
  const Result<HeadlessContext> context = HeadlessContext::create();
  ASSERT_TRUE(context);
  Result<RenderTarget> target = RenderTarget::create(64, 64);
  Result<Renderer> renderer = Renderer::create();
  ASSERT_TRUE(target && renderer);
  scene = test::square();
  Result<test::DrawnScene> uploaded = test::DrawnScene::create(*renderer, scene, {});
  ASSERT_TRUE(uploaded);
  const auto draw = [&](const DrawOptions& draw_options) {
    EXPECT_TRUE(uploaded->draw(*renderer, rest_pose(scene), *square_options().camera, 64, 64, draw_options));
    return target->read_pixels();
  };
  const Image before = draw({});
  DrawOptions all;
  all.grid = all.wireframe = all.skeleton = all.cull_back_faces = true;
  all.depth_test = false;
  EXPECT_NE(draw(all), before);
  EXPECT_EQ(draw({}), before);
}

TEST(Overlay, a_scene_without_meshes_shows_its_bones) {
  Scene scene = test::tower();
  scene.meshes.clear();
  scene.nodes[4].meshes.clear();
  ImageRendererOptions options;
  options.width = 200;
  options.height = 150;
  const Image bones = picture(scene, options);
  EXPECT_GT(differing(picture(Scene{}, options), bones), 300u);
  options.draw.skeleton = true;
  EXPECT_EQ(picture(scene, options), bones);
  options.draw.highlighted_node = 1;
  EXPECT_GT(differing(bones, picture(scene, options)), 50u);
}

TEST(Picture, the_automatic_camera_frames_the_whole_motion) {
  const Scene scene = test::moving_square();
  ImageRendererOptions options;
  options.width = 160;
  options.height = 120;
  options.clip = 0;
  options.draw.background = kBlack;
  options.draw.shadow = false;
  for (const double time_s : {0.0, 0.5, 0.999}) {
    const Image image = picture(scene, options, time_s);
    EXPECT_LT(count_of(image, kBlackPixel), image.rgba.size() / 4 - 2000);
    for (std::uint32_t x = 0; x < image.width; ++x) {
      EXPECT_EQ(pixel(image, x, 0), kBlackPixel);
      EXPECT_EQ(pixel(image, x, image.height - 1), kBlackPixel);
    }
    for (std::uint32_t y = 0; y < image.height; ++y) {
      EXPECT_EQ(pixel(image, 0, y), kBlackPixel);
      EXPECT_EQ(pixel(image, image.width - 1, y), kBlackPixel);
    }
  }
}

TEST(Picture, a_strip_holds_its_times_from_left_to_right) {
  const Scene scene = test::moving_square();
  ImageRendererOptions options = square_options();
  options.clip = 0;
  Diagnostics diagnostics;
  Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics);
  ASSERT_TRUE(maker);
  const Result<Image> strip = maker->strip(0, 1, 2);
  ASSERT_TRUE(strip);
  EXPECT_EQ(*strip, side_by_side(*maker->render(0), *maker->render(0.5)));
}

TEST(Picture, a_video_has_every_frame_once_and_a_turntable_turns) {
  EXPECT_THAT(frame_times(1, 2, 4), testing::ElementsAre(1.0, 1.25, 1.5, 1.75));
  EXPECT_THAT(frame_times(1, 1, 30), testing::ElementsAre(1.0));
  const Scene scene = test::square();
  Diagnostics diagnostics;
  Result<ImageRenderer> maker = ImageRenderer::create(scene, square_options(), diagnostics);
  ASSERT_TRUE(maker);
  std::vector<Image> frames;
  const auto take = [&frames](const Image& image) {
    frames.push_back(image);
    return Result<void>();
  };
  ASSERT_TRUE(maker->video(0, 1, 4, take, 360));
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_LT(count_of(frames[0], kBlackPixel), count_of(frames[1], kBlackPixel)) << "edge-on after a quarter";
  const Error stop{Status::io, "test.full", "disk full", {}};
  const Result<void> stopped = maker->video(0, 1, 4, [&](const Image&) { return Result<void>(stop); });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().message, "disk full");
}

TEST(Picture, several_makers_exist_side_by_side) {
  const Scene scene = test::square();
  Diagnostics diagnostics;
  Result<ImageRenderer> first = ImageRenderer::create(scene, square_options(), diagnostics);
  const Result<Image> alone = first->render(0);
  {
    Result<ImageRenderer> second = ImageRenderer::create(scene, square_options(), diagnostics);
    EXPECT_EQ(*second->render(0), *alone);
  }
  EXPECT_EQ(*first->render(0), *alone);
}

TEST(Picture, undrawable_scenes_are_refused_with_a_reason) {
  const Scene scene = test::square();
  Diagnostics diagnostics;
  const auto refusal = [&](const ImageRendererOptions& options) {
    Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics);
    if (!maker) return to_string(maker.error());
    const Result<Image> image = maker->render(0);
    return image ? std::string("no error") : to_string(image.error());
  };
  ImageRendererOptions options = square_options();
  options.width = 0;
  EXPECT_THAT(refusal(options), testing::StartsWith("image size 0x64; expected 1x1 to "));
  options = square_options();
  options.clip = 3;
  EXPECT_EQ(refusal(options), "clip #3; the scene has 0");
  options = square_options();
  options.camera->up = {0, 0, 1};
  EXPECT_THAT(refusal(options), testing::HasSubstr("up is zero or parallel to the line of sight"));
}

TEST(Renderer, a_minimised_window_is_an_error_without_division_by_zero) {
  const Result<HeadlessContext> context = HeadlessContext::create();
  ASSERT_TRUE(context);
  Result<Renderer> renderer = Renderer::create();
  ASSERT_TRUE(renderer);
  const Scene scene = test::square();
  Result<test::DrawnScene> uploaded = test::DrawnScene::create(*renderer, scene, {});
  ASSERT_TRUE(uploaded);
  const Result<void> drawn = uploaded->draw(*renderer, rest_pose(scene), Camera(), 800, 0);
  ASSERT_FALSE(drawn);
  EXPECT_EQ(to_string(drawn.error()), "image size 800x0; expected at least 1x1");
}

// Node poses are needed only to frame the image.
TEST(ImageRenderer, draws_a_shape_in_the_poses_of_a_function) {
  const Scene scene = test::square();
  Result<SceneShape> shape = SceneShape::create(scene);
  ASSERT_TRUE(shape.ok()) << to_string(shape.error());
  const Pose rest = rest_pose(scene);
  int asked_for_nodes = 0;
  ImageRendererOptions options = square_options();
  options.shape = shape->shape();
  options.model_at = [&](double time_s) {
    ModelPose pose = shape->pose(rest);
    pose.world_from_model = translation_matrix(Vec3d{time_s, 0, 0});
    return pose;
  };
  options.pose_at = [&](double) {
    ++asked_for_nodes;
    return rest;
  };
  Diagnostics diagnostics;
  Result<ImageRenderer> maker = ImageRenderer::create(scene, options, diagnostics);
  ASSERT_TRUE(maker.ok()) << to_string(maker.error());
  const int for_framing = asked_for_nodes;
  EXPECT_GT(for_framing, 0);
  EXPECT_EQ(*maker->render(0), picture(scene, square_options()));
  const Image moved = *maker->render(1);  // a quarter of the image to the right
  EXPECT_EQ(pixel(moved, 20, 32), (Pixel{0, 0, 0}));
  EXPECT_NE(pixel(moved, 60, 32), (Pixel{0, 0, 0}));
  EXPECT_EQ(asked_for_nodes, for_framing);
}

}  // namespace
}  // namespace skelter
