#pragma once
// Skinned meshes generated in code, for the skinning methods on the GPU.

#include <algorithm>
#include <cmath>

#include "skelter/scene/evaluate.h"
#include "support/scene_parts.h"

namespace skelter::test {

inline constexpr std::uint32_t kRing = 8;  // vertices around a tube

// A tube along y with one ring per bone. Ring r follows bones r and r + 1 with half the weight each, and the
// last ring follows only its own bone. Quads between rings r and r + 1 therefore need bones r, r + 1 and r +
// 2. The lower half has material 0, and the upper half (from quad bones / 2 - 1 on) material 1. The bones are
// one unit long and on top of each other.
inline Scene tube(std::uint32_t bones) {
  Scene scene;
  Skin skin;
  for (std::uint32_t b = 0; b < bones; ++b) {
    scene.nodes.push_back(make_node("bone" + std::to_string(b), b == 0 ? kNone : b - 1,
                                    translation_matrix(Vec3d{0, b == 0 ? 0.0 : 1.0, 0})));
    skin.joints.push_back(
        {scene.nodes.back().name, b, translation_matrix(Vec3{0, -static_cast<float>(b), 0})});
  }
  scene.skins.push_back(skin);
  scene.nodes.push_back(make_node("tube", kNone, Mat4d{}));
  scene.nodes.back().meshes.push_back({0, 0});
  Primitive p;
  const float radius = 0.06f * static_cast<float>(bones);
  for (std::uint32_t r = 0; r < bones; ++r)
    for (std::uint32_t i = 0; i < kRing; ++i) {
      const double angle = 2 * 3.14159265358979 * i / kRing;
      const Vec3 out{static_cast<float>(std::cos(angle)), 0, static_cast<float>(std::sin(angle))};
      p.positions.push_back(out * radius + Vec3{0, static_cast<float>(r), 0});
      p.normals.push_back(out);
      if (r + 1 < bones)
        append_influences(p, {{r, 0.5f}, {r + 1, 0.5f}});
      else
        append_influences(p, {{r, 1}});
    }
  for (std::uint32_t r = 0; r + 1 < bones; ++r)
    for (std::uint32_t i = 0; i < kRing; ++i) {
      const std::uint32_t a = r * kRing + i, b = r * kRing + (i + 1) % kRing, c = a + kRing, d = b + kRing;
      p.indices.insert(p.indices.end(), {a, c, b, b, c, d});
      const std::uint32_t slot = r < bones / 2 - 1 ? 0 : 1;
      p.triangle_slots.insert(p.triangle_slots.end(), {slot, slot});
    }
  p.materials = {0, 1};
  scene.materials.resize(2);
  scene.materials[0].base_color = {0.9f, 0.3f, 0.2f, 1};
  scene.materials[1].base_color = {0.2f, 0.5f, 0.9f, 1};
  scene.meshes.push_back({"tube", {p}});
  return scene;
}

// Every bone is turned slightly relative to the one below, and the first bones are stretched.
inline Pose bent(const Scene& scene, double degrees = 3) {
  Pose pose = rest_pose(scene);
  for (std::size_t n = 0; n < scene.skins[0].joints.size(); ++n) {
    const double angle = degrees * 3.14159265358979 / 180;
    pose.local[n] = pose.local[n] * rotation_matrix(from_axis_angle(Vec3d{0.2, 0.1, 1}, angle));
    if (n == 1) pose.local[n] = pose.local[n] * scale_matrix(Vec3d{1.2, 0.9, 1.1});
  }
  local_to_world(scene, pose);
  return pose;
}

// The largest extent at rest, H.
inline double extent_of(const Scene& scene) {
  const Vec3d size = pose_bounds(scene, rest_pose(scene)).size();
  return std::max({size.x, size.y, size.z});
}

}  // namespace skelter::test
