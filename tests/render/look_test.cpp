// The point light of the DirectX 9 tutorials, and a lost context.

#include <epoxy/gl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/scenes.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"

namespace skelter {
namespace {

using test::Stage;

// A horizontal square at the origin, a tenth of a unit wide, seen from above. Its normal is +y.
Scene floor_square() {
  Scene scene = test::square();
  Primitive& p = scene.meshes[0].primitives[0];
  p.positions = {{-0.05f, 0, 0.05f}, {0.05f, 0, 0.05f}, {0.05f, 0, -0.05f}, {-0.05f, 0, -0.05f}};
  p.normals.assign(4, {0, 1, 0});
  return scene;
}

int brightness(Stage& stage, const Scene& scene, const PointLight& light, const Vec3d& at = {}) {
  Camera camera;
  camera.eye = at + Vec3d{0, 0.1, 0};
  camera.target = at;
  camera.up = {0, 0, -1};
  camera.near_distance = 0.01;
  DrawOptions options = test::plain_options();
  options.point_light = light;
  const Image image = stage.picture(scene, rest_pose(scene), options, camera);
  return image.at(image.width / 2, image.height / 2)[0];
}

// C-72: the normal is +y at the origin. A light at (0,10,-10) in D3D's axes gives 0.7071, and a light at
// (0,-10,0) gives the minimum, 0.2.
TEST(PointLightLook, brightness_is_n_dot_l_but_never_below_the_ambient_part) {
  Stage stage(16, 16);
  const Scene scene = floor_square();
  EXPECT_NEAR(brightness(stage, scene, {{0, 10, 10}, 0.2f}), 0.70711 * 255, 1);
  EXPECT_NEAR(brightness(stage, scene, {{0, -10, 0}, 0.2f}), 0.2 * 255, 1);
  EXPECT_NEAR(brightness(stage, scene, {{0, 10, 0}, 0.2f}), 255, 1);
  EXPECT_NEAR(brightness(stage, scene, {{0, -10, 0}, 0.5f}), 0.5 * 255, 1);
}

// A second light with 60 percent. From above, N.L is 1, and 0.70711 for the second light. If it gives less
// than the ambient part of the first light, it does not count.
TEST(PointLightLook, a_second_light_fills_what_the_first_leaves_dark) {
  Stage stage(16, 16);
  const Scene scene = floor_square();
  const auto lit = [&](const Vec3d& first, const Vec3d& second) {
    PointLight light{first, 0.2f};
    light.fill_position = second;
    light.fill = 0.6f;
    return brightness(stage, scene, light);
  };
  EXPECT_NEAR(lit({0, -10, 0}, {0, 10, 0}), 0.6 * 255, 1);
  EXPECT_NEAR(lit({0, -10, 0}, {0, 10, 10}), 0.6 * 0.70711 * 255, 1);
  EXPECT_NEAR(lit({0, 10, 10}, {0, 10, 0}), 0.70711 * 255, 1);
  EXPECT_NEAR(lit({0, -10, 0}, {0, -10, 0}), 0.2 * 255, 1);
}

// C-73: the position of the light is set in every frame, and has the chosen value.
TEST(PointLightLook, starts_at_the_place_that_we_chose) {
  const PointLight light;
  EXPECT_EQ(light.position.x, 0);
  EXPECT_EQ(light.position.y, 50);
  EXPECT_EQ(light.position.z, 100);
  Stage stage(16, 16);
  EXPECT_NEAR(brightness(stage, floor_square(), light), 50 / std::sqrt(12500.0) * 255, 1);
}

// C-74: directions ignore translation.
TEST(PointLightLook, a_mesh_far_from_the_origin_has_the_same_shade) {
  Stage stage(16, 16);
  Scene scene = floor_square();
  const int near_origin = brightness(stage, scene, {{0, 10, 10}, 0.2f});
  scene.nodes[0].rest = translation_matrix(Vec3{300, 20, -100});
  EXPECT_NEAR(brightness(stage, scene, {{300, 30, -90}, 0.2f}, {300, 20, -100}), near_origin, 1);
}

// C-76: the material counts, even without a texture.
TEST(PointLightLook, the_materials_color_multiplies_the_light) {
  Stage stage(16, 16);
  Scene scene = floor_square();
  scene.materials[0].base_color = {1, 0, 0, 1};
  Camera camera;
  camera.eye = {0, 0.1, 0};
  camera.up = {0, 0, -1};
  camera.near_distance = 0.01;
  DrawOptions options = test::plain_options();
  options.point_light = PointLight{{0, 10, 10}, 0.2f};
  const Image image = stage.picture(scene, rest_pose(scene), options, camera);
  const std::uint8_t* p = image.at(8, 8);
  EXPECT_NEAR(p[0], 0.70711 * 255, 1);
  EXPECT_EQ(p[1], 0);
  EXPECT_EQ(p[2], 0);
}

// C-77: skinned and static meshes under the same light.
TEST(PointLightLook, skinned_and_static_meshes_are_lit_alike) {
  Stage stage(160, 120);
  Scene skinned = test::tube(6);
  Scene rigid = skinned;
  rigid.nodes[6].meshes[0].skin = kNone;
  DrawOptions options = test::plain_options();
  options.point_light = PointLight{};
  const auto d = test::difference(stage.picture(skinned, rest_pose(skinned), options),
                                  stage.picture(rigid, rest_pose(rigid), options));
  EXPECT_GT(d.foreground, 500u);
  EXPECT_LE(d.pixels, 2u);
  // With both in one file at the same position, the mesh that is drawn last must not change the image.
  Scene both = skinned;
  both.nodes.push_back(both.nodes[6]);
  both.nodes[7].meshes[0].skin = kNone;
  const Image one = stage.picture(skinned, rest_pose(skinned), options);
  const Image two_in_one = stage.picture(both, rest_pose(both), options);
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u) << "two tubes of two materials";
  const auto two = test::difference(one, two_in_one);
  EXPECT_LE(two.pixels, 2u);
}

// C-81: objects nearer than near or farther than far are clipped.
TEST(Camera, objects_at_0_9_and_10001_are_unseen) {
  Stage stage(16, 16);
  Camera camera;
  camera.eye = {};
  camera.target = {0, 0, -1};
  camera.near_distance = 1;
  camera.far_distance = 10000;
  DrawOptions options = test::plain_options();
  options.unlit_color = Vec3{1, 1, 1};
  const auto seen = [&](float distance, float size) {
    Scene scene = test::square();
    for (Vec3& p : scene.meshes[0].primitives[0].positions) p = p * size;
    scene.nodes[0].rest = translation_matrix(Vec3{0, 0, -distance});
    return stage.picture(scene, rest_pose(scene), options, camera).at(8, 8)[0] == 255;
  };
  EXPECT_FALSE(seen(0.9f, 1));
  EXPECT_TRUE(seen(1.1f, 1));
  EXPECT_TRUE(seen(9990, 9990));
  EXPECT_FALSE(seen(10001, 10001));
}

// B-50, C-70: the backgrounds of the two programs. The nearer surface is visible in any drawing order.
TEST(Picture, the_background_has_its_color_and_the_nearer_surface_wins) {
  Stage stage(16, 16);
  Camera camera;
  camera.eye = {0, 0, 5};
  Scene scene = test::square();
  scene.materials[0].base_color = {1, 0, 0, 1};
  scene.materials.push_back({});
  scene.materials[1].base_color = {0, 0, 1, 1};
  Node nearer = scene.nodes[0];
  nearer.meshes[0].mesh = 1;
  nearer.rest = translation_matrix(Vec3{0, 0, 1});
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].materials = {1};
  scene.nodes.push_back(nearer);
  DrawOptions options = test::plain_options();
  options.unlit = true;
  for (const Vec3& background : {Vec3{0, 1, 0}, Vec3{0, 0, 64.0f / 255}}) {
    options.background = background;
    const Image image = stage.picture(scene, rest_pose(scene), options, camera);
    EXPECT_EQ(image.at(0, 0)[1], std::lround(background.y * 255));
    EXPECT_EQ(image.at(0, 0)[2], std::lround(background.z * 255));
    EXPECT_EQ(image.at(8, 8)[2], 255) << "blue is nearer, and drawn last";
    std::swap(scene.nodes[0], scene.nodes[1]);
    EXPECT_EQ(stage.picture(scene, rest_pose(scene), options, camera).at(8, 8)[2], 255) << "and first";
  }
}

// S-47: bones, material and draw call for each subset.
TEST(DrawCounters, three_subsets_are_three_draws) {
  Stage stage(16, 16);
  Scene scene = test::square();
  Primitive& p = scene.meshes[0].primitives[0];
  p.indices = {0, 1, 2, 0, 2, 3, 1, 2, 3};
  p.triangle_slots = {0, 1, 2};
  p.materials = {0, kNone, 0};
  stage.picture(scene, rest_pose(scene), test::plain_options());
  EXPECT_EQ(stage.renderer.counters().draw_calls, 3u);
}

}  // namespace
}  // namespace skelter
