#pragma once
// The tower of the tower tutorial, built in code: 600 vertices of a pointed strip on four bones that sway.
// Left- and right-handed numbers are the same, because the strip is flat in z and only rotates about z. The
// source is the listing in the tutorial; IDs T-.. are those of docs/tutorials.md.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "skelter/scene/evaluate.h"
#include "support/near.h"
#include "support/scene_parts.h"

namespace skelter::test {

using TowerAngles = std::array<double, 3>;  // angles of bones 1 to 3

// T-21: the lengths of the bones; bone 0 stays at -1.
inline constexpr std::array<double, 3> kTowerLengths{1.25, 0.80, 0.60};

// T-22: the angles with the smooth clock.
inline TowerAngles tower_angles(double time_s) {
  const auto swing = [&](double amplitude, double period_s) {
    return amplitude * std::sin(2 * kPi * time_s / period_s);
  };
  return {swing(0.52, 3.0), swing(0.30, 1.0), swing(0.20, 0.5)};
}

// T-21: the bone is first translated along its parent, then rotated about the parent's joint.
inline Mat4d tower_local(std::size_t bone, double angle_rad) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angle_rad)) *
         translation_matrix(Vec3d{0, kTowerLengths[bone - 1], 0});
}

// T-31: influences by bind height, with at most two bones.
inline std::vector<Influence> tower_influences(double y) {
  if (y >= 0.75) return {{3, 1}};
  const auto lower = static_cast<std::uint32_t>(y * 4);
  const double upper_weight = y * 4 - lower;
  return {{lower, static_cast<float>(1 - upper_weight)}, {lower + 1, static_cast<float>(upper_weight)}};
}

// T-55: 100 rows of two triangles, with corners BL, BR, TL, BR, TR, TL. T-56: heights are computed by
// multiplying, not by adding.
inline Primitive tower_strip() {
  Primitive strip;
  for (int row = 0; row < 100; ++row) {
    const float half_width = static_cast<float>(0.31 - 0.003 * row);
    const double bottom = row / 100.0, top = (row + 1) / 100.0;
    const std::array<std::pair<float, double>, 6> corners{{{-half_width, bottom},
                                                           {half_width, bottom},
                                                           {-half_width, top},
                                                           {half_width, bottom},
                                                           {half_width, top},
                                                           {-half_width, top}}};
    for (const auto& corner : corners) {
      strip.indices.push_back(static_cast<std::uint32_t>(strip.positions.size()));
      strip.positions.push_back({corner.first, static_cast<float>(corner.second), 0});
      append_influences(strip, tower_influences(corner.second));
    }
  }
  return strip;
}

// T-60: a key every 12 ticks for 3 seconds, with 4800 ticks per second.
inline Clip tower_clip() {
  Clip clip;
  clip.name = "tower";
  clip.ticks_per_second = 4800;
  for (std::size_t bone = 1; bone <= 3; ++bone) {
    Channel& matrices = append_channel(clip, "bone" + std::to_string(bone), ChannelPath::matrix);
    for (int tick = 0; tick <= 14400; tick += 12)
      append_key(matrices, tick / 4800.0, tower_local(bone, tower_angles(tick / 4800.0)[bone - 1]));
  }
  return clip;
}

// Bones are nodes 0 to 3; the mesh is on node 4. Offsets are the identity (T-05).
inline Scene tower_scene() {
  std::vector<SkeletonBone> bones{{"bone0", kNone, translation_matrix(Vec3d{0, -1, 0})}};
  for (std::uint32_t bone = 1; bone <= 3; ++bone)
    bones.push_back({"bone" + std::to_string(bone), bone - 1, tower_local(bone, 0)});
  Scene scene;
  const Result<std::uint32_t> skin = append_skeleton(scene, bones, /*bound_at_rest=*/false);
  EXPECT_EQ(*append_skinned_mesh(scene, {"tower", {tower_strip()}}, *skin), 4u);
  EXPECT_EQ(*append_clip(scene, tower_clip()), 0u);
  return scene;
}

// T-20: local matrices are computed in code instead of read from keys.
inline Pose tower_pose(const Scene& scene, const TowerAngles& angles_rad) {
  Pose pose = rest_pose(scene);
  for (std::size_t bone = 1; bone <= 3; ++bone) pose.local[bone] = tower_local(bone, angles_rad[bone - 1]);
  local_to_world(scene, pose);
  return pose;
}

}  // namespace skelter::test
