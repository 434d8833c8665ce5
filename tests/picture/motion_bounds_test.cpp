// The automatic camera must cover every vertex at every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "skelter/picture/picture.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::make_channel;
using test::make_node;

// A bar of 42,000 vertices, 2 high, that moves to x = 2 and back 12 times in 10 s.
Scene swinging_bar(bool skinned) {
  Scene scene;
  scene.nodes.push_back(make_node("bar", kNone, Mat4d{}));
  scene.nodes[0].meshes.push_back({0, skinned ? 0 : kNone});
  if (skinned) scene.skins.emplace_back().joints.push_back({"bar", 0, {}});
  Primitive p;
  for (int i = 0; i < 42000; ++i) {
    p.positions.push_back(
        {0.1f * std::cos(float(i)), 2.0f * float(i / 2) / 21000, 0.1f * std::sin(float(i))});
    if (skinned) test::append_influences(p, {{0, 1}});
  }
  p.normals.assign(p.positions.size(), {0, 0, 1});
  p.indices = {0, 1, 2};
  p.materials = {kNone};
  Mesh mesh;
  mesh.primitives.push_back(p);
  scene.meshes.push_back(mesh);
  Clip swing;
  swing.name = "swing";
  swing.duration_s = 10;
  swing.targets.push_back({"bar", 0, {}});
  std::vector<double> times;
  std::vector<float> places;
  for (int k = 0; k <= 440; ++k) {
    const double t = 10.0 * k / 440;
    times.push_back(t);
    places.insert(places.end(),
                  {static_cast<float>(2 * std::abs(std::sin(3.14159265358979 * 1.2 * t))), 0, 0});
  }
  swing.channels.push_back(make_channel(0, ChannelPath::translation, times, places));
  scene.clips.push_back(swing);
  return scene;
}

TEST(MotionBounds, fast_motion_of_many_vertices_is_whole) {
  for (const bool skinned : {false, true}) {
    const Scene scene = swinging_bar(skinned);
    const auto pose_at = [&](double t) { return evaluate(scene, 0, t, {}); };
    const Bounds bounds = motion_bounds(scene, pose_at, 0, 10);
    EXPECT_NEAR(bounds.min.x, -0.1, 0.001);
    EXPECT_NEAR(bounds.max.x, 2.1, 0.02) << "between two moments it moves by 0.004 at the outside";
    EXPECT_NEAR(bounds.min.y, 0, 1e-6);
    EXPECT_NEAR(bounds.max.y, 2, 0.001);
    // No vertex may be outside the image of the automatic camera.
    const Camera camera = auto_camera(bounds, {});
    const Mat4d clip_from_world = *projection_matrix(camera, 4.0 / 3) * *view_matrix(camera);
    for (double t = 0; t < 10; t += 0.0417)
      for (const Vec3d& at : skin(scene, pose_at(t), 0, 0, 0).positions) {
        const Vec3d seen = transform_point(clip_from_world, at);
        const double w = clip_from_world.m[3] * at.x + clip_from_world.m[7] * at.y +
                         clip_from_world.m[11] * at.z + clip_from_world.m[15];
        if (std::abs(seen.x) > w || std::abs(seen.y) > w) FAIL() << t << " s";
      }
  }
}

// A widget of 42,000 vertices without faces, 9 to the side, does not affect the camera: with few vertices
// and, as here, with so many that the outermost stand for all.
TEST(MotionBounds, meshes_without_faces_do_not_count) {
  Scene scene = swinging_bar(false);
  scene.nodes.push_back(make_node("widget", kNone, translation_matrix(Vec3d{9, 0, 0})));
  scene.nodes[1].meshes.push_back({1, kNone});
  scene.meshes.push_back(scene.meshes[0]);
  scene.meshes[1].primitives[0].indices.clear();
  const auto pose_at = [&](double t) { return evaluate(scene, 0, t, {}); };
  EXPECT_NEAR(motion_bounds(scene, pose_at, 0, 10).max.x, 2.1, 0.02);
  EXPECT_NEAR(motion_bounds(scene, pose_at, 0, 0).max.x, 0.1, 0.001);
}

TEST(MotionBounds, cameras_and_lights_of_a_skeleton_do_not_count) {
  Scene scene;
  scene.nodes.push_back(make_node("hip", kNone, Mat4d{}));
  scene.nodes.push_back(make_node("head", 0, translation_matrix(Vec3d{0, 2, 0})));
  scene.nodes.push_back(make_node("lamp", kNone, translation_matrix(Vec3d{14, 0, 0})));
  scene.nodes[2].light = 0;
  scene.nodes.push_back(make_node("eye", kNone, translation_matrix(Vec3d{0, 0, 8})));
  scene.nodes[3].camera = 0;
  const Bounds bounds = motion_bounds(
      scene, [&](double) { return rest_pose(scene); }, 0, 0);
  EXPECT_EQ(bounds.max, (Vec3d{0, 2, 0}));
  EXPECT_EQ(bounds.min, Vec3d{});
}

// A gun of 8 vertices in a box of 2 x 1 x 1, and a bullet of `few` vertices that is parked `away` below it.
// The bullet is a separate mesh, or moved by a second joint of the same skin.
Scene gun_and_bullet(double away, bool skinned, std::size_t few = 2) {
  Scene scene;
  scene.file = "gun.x";
  for (const char* name : {"gun", "bullet"}) scene.nodes.push_back(make_node(name, kNone, Mat4d{}));
  scene.nodes[1].rest = to_float(translation_matrix(Vec3d{0, -away, 0}));
  std::vector<Vec3> gun, bullet;
  for (int i = 0; i < 8; ++i) gun.push_back({i & 1 ? 2.0f : 0, i & 2 ? 1.0f : 0, i & 4 ? 1.0f : 0});
  for (std::size_t i = 0; i < few; ++i) bullet.push_back({0.1f * float(i % 2), 0, 0});
  Primitive p;
  p.positions = gun;
  if (skinned) {
    p.positions.insert(p.positions.end(), bullet.begin(), bullet.end());
    for (std::size_t v = 0; v < p.positions.size(); ++v) test::append_influences(p, {{v < 8 ? 0u : 1u, 1}});
    scene.skins.emplace_back().joints = {{"gun", 0, {}}, {"bullet", 1, {}}};
    scene.nodes.push_back(make_node("mesh", kNone, Mat4d{}));
    scene.nodes[2].meshes.push_back({0, 0});
  } else {
    scene.nodes[0].meshes.push_back({0, kNone});
    scene.nodes[1].meshes.push_back({1, kNone});
  }
  scene.meshes.resize(skinned ? 1 : 2);
  scene.meshes[0].primitives.push_back(p);
  if (!skinned) scene.meshes[1].primitives.emplace_back().positions = bullet;
  return scene;
}

Bounds bounds_at_rest(const Scene& scene, std::vector<std::uint32_t>& far_parts) {
  return motion_bounds(
      scene, [&](double) { return rest_pose(scene); }, 0, 0, &far_parts);
}

TEST(MotionBounds, a_part_parked_far_away_does_not_count) {
  for (const bool skinned : {false, true}) {
    std::vector<std::uint32_t> far_parts;
    const Bounds gun = bounds_at_rest(gun_and_bullet(400, skinned), far_parts);
    EXPECT_EQ(gun.min, Vec3d{}) << skinned;
    EXPECT_EQ(gun.max, (Vec3d{2, 1, 1})) << skinned;
    EXPECT_EQ(far_parts, std::vector<std::uint32_t>{1}) << skinned;
    // The diagonal of the gun is sqrt(6) = 2.45. A bullet 24 away is near, and 25 is far.
    EXPECT_EQ(bounds_at_rest(gun_and_bullet(24, skinned), far_parts).min.y, -24) << skinned;
    EXPECT_TRUE(far_parts.empty());
    EXPECT_EQ(bounds_at_rest(gun_and_bullet(25, skinned), far_parts).min.y, 0) << skinned;
    // Parts with at least half of all vertices count: 7 of 15 vertices do not, but 8 of 16 do.
    EXPECT_EQ(bounds_at_rest(gun_and_bullet(400, skinned, 7), far_parts).min.y, 0) << skinned;
    EXPECT_EQ(bounds_at_rest(gun_and_bullet(400, skinned, 8), far_parts).min.y, -400) << skinned;
    EXPECT_TRUE(far_parts.empty());
  }
}

// A chain of parts, each near the previous one, belongs together, however long the chain is.
TEST(MotionBounds, parts_in_a_row_belong_together) {
  Scene scene = gun_and_bullet(20, false);
  scene.nodes.push_back(scene.nodes[1]);
  scene.nodes[2].rest = to_float(translation_matrix(Vec3d{0, -60, 0}));
  std::vector<std::uint32_t> far_parts;
  EXPECT_EQ(bounds_at_rest(scene, far_parts).min.y, -60);
  EXPECT_TRUE(far_parts.empty());
}

TEST(MotionBounds, far_parts_are_reported) {
  const Scene scene = gun_and_bullet(400, false);
  Diagnostics diagnostics;
  note_far_parts(scene, {}, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  ImageRendererOptions options;
  options.width = options.height = 16;
  ASSERT_TRUE(ImageRenderer::create(scene, options, diagnostics));
  const Diagnostic* reported = diagnostics.find("render.far-part");
  ASSERT_NE(reported, nullptr);
  EXPECT_EQ(reported->message, "bullet stands far from everything else and does not affect the camera");
  EXPECT_EQ(reported->severity, Severity::note);
  const std::uint32_t two[] = {0, 1};
  Diagnostics both;
  note_far_parts(scene, two, both);
  EXPECT_EQ(both.entries()[0].message,
            "gun and 1 more stand far from everything else and do not affect the camera");
}

}  // namespace
}  // namespace skelter
