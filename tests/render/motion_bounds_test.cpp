// What the automatic camera has to hold: every vertex at every time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "skelter/render/picture.h"
#include "support/scene_parts.h"

namespace skelter {
namespace {

using test::make_channel;
using test::make_node;

// A bar of 42,000 vertices, 2 high, that goes out to x = 2 and back 12 times in 10 s.
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
    const PoseAt pose_at = [&](double t) { return evaluate(scene, 0, t, {}); };
    const Bounds bounds = motion_bounds(scene, pose_at, 0, 10);
    EXPECT_NEAR(bounds.min.x, -0.1, 0.001);
    EXPECT_NEAR(bounds.max.x, 2.1, 0.02) << "between two moments it moves by 0.004 at the outside";
    EXPECT_NEAR(bounds.min.y, 0, 1e-6);
    EXPECT_NEAR(bounds.max.y, 2, 0.001);
    // No vertex outside of the picture of the automatic camera.
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

}  // namespace
}  // namespace skelter
