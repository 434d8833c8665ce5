#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "compile/build_mesh/internal/skinned_mesh.h"
#include "render/skinned_scenes.h"
#include "render/stage.h"
#include "skelter/crowd/crowd_job.h"
#include "support/drawn_scene.h"

namespace skelter {
namespace {

using test::Stage;

Affine place(double x, double z, double turn_deg = 0) {
  return to_affine(translation_matrix(Vec3d{x, 0, z}) *
                   rotation_matrix(from_axis_angle(Vec3d{0, 1, 0}, turn_deg * 3.14159265358979 / 180)));
}

std::vector<Affine> palette_of(const Scene& scene, const Pose& pose) {
  std::vector<Affine> palette;
  for (const Joint& joint : scene.skins[0].joints)
    palette.push_back(to_affine(pose.world[joint.node] * to_double(joint.joint_from_mesh)));
  return palette;
}

Camera far_camera() {
  Camera camera;
  camera.eye = {0, 12, 40};
  camera.target = {0, 4, 0};
  camera.near_distance = 1;
  camera.far_distance = 200;
  return camera;
}

Image crowd_picture(Stage& stage, test::DrawnScene& uploaded, const CrowdFrame& crowd,
                    const DrawOptions& options) {
  stage.target.bind();
  const auto drawn = stage.renderer.draw_crowd(uploaded.model(), crowd, far_camera(), stage.target.width(),
                                               stage.target.height(), options);
  EXPECT_TRUE(drawn) << to_string(drawn.error());
  return stage.target.read_pixels();
}

// The same members as one scene with separate nodes for each, drawn mesh by mesh.
Scene copies(const Scene& one, const std::vector<Affine>& places) {
  Scene all = one;
  all.nodes.clear();
  all.skins.clear();
  const auto count = static_cast<std::uint32_t>(one.nodes.size());
  for (std::uint32_t m = 0; m < places.size(); ++m) {
    const auto first = static_cast<std::uint32_t>(all.nodes.size());
    all.nodes.push_back(test::make_node("place", kNone, to_double(to_mat4(places[m]))));
    for (Node node : one.nodes) {
      node.parent = node.parent == kNone ? first : first + 1 + node.parent;
      if (!node.meshes.empty() && node.meshes[0].skin != kNone) node.meshes[0].skin = m;
      all.nodes.push_back(node);
    }
    Skin skin = one.skins[0];
    for (Joint& joint : skin.joints) joint.node += first + 1;
    all.skins.push_back(skin);
  }
  EXPECT_EQ(all.nodes.size(), places.size() * (count + 1));
  return all;
}

// Draws four members as a crowd and as separate scenes in one, and compares the images.
void expect_same_as_one_by_one(Scene scene, std::span<const std::optional<Image>> textures, SkinningPath path,
                               std::size_t most_pixels) {
  // Adds a rigid part on the last bone, which the crowd draws with a palette of one matrix.
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].influence_begin.clear();
  scene.meshes[1].primitives[0].influences.clear();
  scene.nodes[7].meshes.push_back({1, kNone});
  const std::vector<Affine> places{place(-9, 0, 30), place(-3, 2, -20), place(3, -2, 75), place(9, 1, 200)};
  std::vector<Affine> palettes, parts;
  const Scene all = copies(scene, places);
  Pose pose = rest_pose(all);
  for (std::uint32_t m = 0; m < places.size(); ++m) {
    const Pose own = test::bent(scene, 4.0 * m);
    for (const Affine& entry : palette_of(scene, own)) palettes.push_back(entry);
    parts.push_back(to_affine(own.world[7]));
    for (std::size_t n = 0; n < own.local.size(); ++n)
      pose.local[m * (own.local.size() + 1) + 1 + n] = own.local[n];
  }
  local_to_world(all, pose);
  const CrowdPalettes meshes[] = {{8, 0, palettes, 8}, {7, 0, parts, 1}};
  Stage stage(320, 240, 4);
  test::DrawnScene uploaded = test::taken(test::DrawnScene::create(stage.renderer, scene, textures));
  test::DrawnScene uploaded_all = test::taken(test::DrawnScene::create(stage.renderer, all, textures));
  const Image expected = stage.picture(uploaded_all, all, pose, test::plain_options(path), far_camera());
  const auto d =
      test::difference(expected, crowd_picture(stage, uploaded, {places, meshes, {}}, test::plain_options()));
  EXPECT_GT(d.foreground, 2000u);
  EXPECT_LE(d.pixels, most_pixels) << d.largest;
  EXPECT_EQ(stage.renderer.counters().draw_calls, 4u) << "two meshes with two materials each";
}

TEST(CrowdDraw, looks_as_its_members_do_one_by_one) {
  expect_same_as_one_by_one(test::tube(8), {}, SkinningPath::cpu, 8);
}

// The normals from the normal map must follow the rotation of each member.
TEST(CrowdDraw, of_gltf_materials_looks_as_its_members_do_one_by_one) {
  Scene scene = test::tube(8);
  scene.linear_colors = true;
  scene.textures = {{"bumps.png"}};
  Primitive& p = scene.meshes[0].primitives[0];
  for (std::size_t v = 0; v < p.positions.size(); ++v) p.tangents.push_back({0, 1, 0, 1});
  p.uvs = {std::vector<Vec2>(p.positions.size(), Vec2{0.5f, 0.5f})};
  for (Material& material : scene.materials) {
    material.pbr.emplace().normal.texture = 0;
    material.pbr->metallic = 0.5f;
    material.pbr->roughness = 0.4f;
  }
  Image bump(1, 1);
  bump.rgba = {190, 160, 220, 255};
  const std::vector<std::optional<Image>> textures{bump};
  // Only highlights at edges differ.
  expect_same_as_one_by_one(scene, textures, SkinningPath::texture_palette, 20);
}

TEST(CrowdDraw, dual_quaternions_and_tints_reach_every_member) {
  const Scene scene = test::tube(8);
  const std::vector<Affine> places{place(-6, 0), place(6, 0)};
  std::vector<Affine> palettes = palette_of(scene, rest_pose(scene));
  palettes.insert(palettes.end(), palettes.begin(), palettes.begin() + 8);
  const CrowdPalettes mesh{8, 0, palettes, 8};
  const std::vector<Vec4> tints{{1, 1, 1, 1}, {0, 0, 0, 1}};
  Stage stage(320, 240);
  test::DrawnScene uploaded = stage.upload(scene);
  DrawOptions options = test::plain_options();
  options.unlit = true;
  const Image plain = crowd_picture(stage, uploaded, {places, {&mesh, 1}, {}}, options);
  options.skinning.dual_quaternions = true;
  EXPECT_LE(test::difference(plain, crowd_picture(stage, uploaded, {places, {&mesh, 1}, {}}, options)).pixels,
            4u)
      << "at rest both blends agree";
  const Image tinted = crowd_picture(stage, uploaded, {places, {&mesh, 1}, tints}, options);
  std::size_t left = 0, right = 0;
  for (std::uint32_t y = 0; y < 240; ++y)
    for (std::uint32_t x = 0; x < 320; ++x) {
      const std::uint8_t* p = tinted.at(x, y);
      (x < 160 ? left : right) += p[0] + p[1] + p[2] > 0 ? 1 : 0;
    }
  EXPECT_GT(left, 200u);
  EXPECT_EQ(right, 0u) << "black on black";
}

// Palettes made with the module crowd: build_skin, CrowdJob, draw_crowd.
TEST(CrowdDraw, a_thousand_members_of_the_crowd_module_need_one_draw_per_mesh_and_material) {
  const Scene scene = test::tube(8);
  const auto skeleton = build_skeleton(scene);
  ASSERT_TRUE(skeleton.ok());
  const auto skin_view = build_skin(scene, 8, 0, *skeleton);
  ASSERT_TRUE(skin_view.ok());
  const CrowdRig rig{&skeleton->skeleton.view, {}, &skin_view->view};
  constexpr std::uint32_t kMembers = 1024;
  const std::uint32_t stride = rig.output_size();
  std::vector<CrowdInstance> instances(kMembers);
  std::vector<Affine> places, palettes(std::size_t{kMembers} * stride);
  for (std::uint32_t m = 0; m < kMembers; ++m) {
    instances[m].first_output = m * stride;
    places.push_back(place(-31 + 2.0 * (m % 32), -2.0 * (m / 32)));
  }
  struct alignas(64) Line {
    std::byte bytes[64];
  };
  std::vector<Line> scratch(crowd_scratch_bytes({&rig, 1}) / 64 + 1);
  CrowdJob job;
  job.rigs = {&rig, 1};
  job.instances = instances;
  job.out_matrices = palettes;
  job.scratch = std::as_writable_bytes(std::span(scratch));
  ASSERT_EQ(job.run(), Status::ok);

  const CrowdPalettes mesh{8, 0, palettes, stride};
  Stage stage(320, 240);
  test::DrawnScene uploaded = stage.upload(scene);
  const Image image = crowd_picture(stage, uploaded, {places, {&mesh, 1}, {}}, test::plain_options());
  EXPECT_EQ(stage.renderer.counters().draw_calls, 2u);
  EXPECT_EQ(stage.renderer.counters().matrices_uploaded, kMembers * stride);
  EXPECT_GT(test::difference(image, image).foreground, 20'000u);
}

TEST(CrowdDraw, what_does_not_fit_is_refused_with_a_reason) {
  const Scene scene = test::tube(8);
  const std::vector<Affine> places(3), few(8 * 3 - 1), enough(24);
  const std::vector<Vec4> tints(2);
  Stage stage;
  test::DrawnScene uploaded = stage.upload(scene);
  const auto refused = [&](const CrowdFrame& crowd, SkinningPath path = SkinningPath::texture_palette) {
    const auto drawn =
        stage.renderer.draw_crowd(uploaded.model(), crowd, far_camera(), 160, 120, test::plain_options(path));
    return drawn ? std::string("no error") : to_string(drawn.error());
  };
  const CrowdPalettes short_one{8, 0, few, 8}, narrow{8, 0, enough, 7}, nowhere{7, 0, enough, 8},
      good{8, 0, enough, 8};
  EXPECT_EQ(refused({places, {&short_one, 1}, {}}),
            "23 matrices at a stride of 8; expected 8 for each of 3 members");
  EXPECT_EQ(refused({places, {&narrow, 1}, {}}),
            "24 matrices at a stride of 7; expected 8 for each of 3 members");
  EXPECT_EQ(refused({places, {&nowhere, 1}, {}}),
            "palettes for mesh instance 0 of node 7, which the scene does not have");
  EXPECT_EQ(refused({places, {&good, 1}, tints}), "2 tints; expected one for each of 3 members");
  EXPECT_EQ(refused({places, {&good, 1}, {}}, SkinningPath::cpu),
            "crowds do not support the skinning path cpu; use texture_palette");
  EXPECT_EQ(refused({places, {&good, 1}, {}}), "no error");
  EXPECT_EQ(refused({{}, {&good, 1}, {}}), "no error") << "nobody there";
}

// The ground below a member is darker, and ground far away is not.
TEST(CrowdShadow, lies_below_each_member_and_nowhere_else) {
  const Scene scene = test::tube(6);
  Stage stage(320, 240);
  test::DrawnScene uploaded = stage.upload(scene);
  const std::vector<Affine> places{place(-6, 0), place(6, 0)};
  CrowdFrame crowd;
  crowd.world_from_model = places;
  DrawOptions options = test::plain_options();
  options.background = Vec3{1, 1, 1};
  const Image bare = crowd_picture(stage, uploaded, crowd, options);
  options.shadow = true;
  const Image shaded = crowd_picture(stage, uploaded, crowd, options);
  // far_camera() is 12 above the ground and 40 away from the middle, and looks at a point 4 above the middle.
  const auto pixel = [](double x, double z) {
    const Vec3d forward = normalized(Vec3d{0, 4, 0} - Vec3d{0, 12, 40}), right{1, 0, 0};
    const Vec3d up = cross(right, forward), to = Vec3d{x, 0, z} - Vec3d{0, 12, 40};
    const double scale = 120 / std::tan(22.5 * 3.14159265358979 / 180) / dot(to, forward);
    return std::pair(static_cast<std::uint32_t>(160 + dot(to, right) * scale),
                     static_cast<std::uint32_t>(120 - dot(to, up) * scale));
  };
  for (const double x : {-6.0, 6.0}) {
    const auto [column, row] = pixel(x, 0);
    EXPECT_EQ(bare.at(column, row)[0], 255);
    EXPECT_LT(shaded.at(column, row)[0], 190) << x;
  }
  for (const double x : {-12.0, 0.0, 12.0}) {
    const auto [column, row] = pixel(x, 0);
    EXPECT_EQ(shaded.at(column, row)[0], 255) << x;
  }
}

TEST(CrowdGround, grid_reaches_as_far_as_the_members) {
  const Scene scene = test::tube(6);
  Stage stage(320, 240);
  test::DrawnScene uploaded = stage.upload(scene);
  const auto lines = [&](double half_side) {
    const std::vector<Affine> places{place(-half_side, -half_side), place(half_side, half_side)};
    CrowdFrame crowd;
    crowd.world_from_model = places;
    DrawOptions options = test::plain_options();
    options.background = Vec3{1, 1, 1};
    options.grid = true;
    const Image image = crowd_picture(stage, uploaded, crowd, options);
    std::size_t count = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) count += image.rgba[i] < 250 ? 1 : 0;
    return count;
  };
  EXPECT_GT(lines(100), 3 * lines(0.1) / 2);
}

}  // namespace
}  // namespace skelter
