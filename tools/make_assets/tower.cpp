// The numbers are those of the tutorial's listing. Everything is flat in z and rotates about z only, so left-
// and right-handed axes do not differ here.

#include "tower.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "parts.h"

namespace skelter::assets {

namespace {

constexpr int kRows = 100;
constexpr int kTicks = 14400, kTicksBetweenKeys = 12;

struct Bone {
  double length, amplitude_rad, period_s;
};
constexpr std::array<Bone, 3> kBones{{{1.25, 0.52, 3.0}, {0.80, 0.30, 1.0}, {0.60, 0.20, 0.5}}};

std::string bone_name(std::size_t bone) {
  return "bone" + std::to_string(bone);
}

// Translates along the parent first, then rotates about the parent's joint.
Mat4d local_matrix(const Bone& bone, double angle_rad) {
  return rotation_matrix(from_axis_angle(Vec3d{0, 0, 1}, angle_rad)) *
         translation_matrix(Vec3d{0, bone.length, 0});
}

// Influences by bind height: each quarter of the height blends from one bone to the next, and the top quarter
// belongs to the last bone.
std::vector<Influence> influences_at(double y) {
  if (y >= 0.75) return {{3, 1}};
  const auto lower = static_cast<std::uint32_t>(y * 4);
  const double upper_weight = y * 4 - lower;
  return {{lower, static_cast<float>(1 - upper_weight)}, {lower + 1, static_cast<float>(upper_weight)}};
}

// Two triangles per row. Heights are multiplied instead of accumulated, to avoid drift.
Primitive strip() {
  Primitive strip;
  for (int row = 0; row < kRows; ++row) {
    const double half_width = 0.31 - 0.003 * row;
    const double bottom = row * 1.0 / kRows, top = (row + 1) * 1.0 / kRows;
    const std::array<Vec2d, 6> corners{{{-half_width, bottom},
                                        {half_width, bottom},
                                        {-half_width, top},
                                        {half_width, bottom},
                                        {half_width, top},
                                        {-half_width, top}}};
    for (const Vec2d& corner : corners) {
      strip.indices.push_back(static_cast<std::uint32_t>(strip.positions.size()));
      strip.positions.push_back({static_cast<float>(corner.x), static_cast<float>(corner.y), 0});
      append_influences(strip, influences_at(corner.y));
    }
  }
  return strip;
}

Clip sway() {
  Clip clip;
  clip.name = "tower";
  clip.ticks_per_second = kTicksPerSecond;
  for (std::size_t i = 0; i < kBones.size(); ++i) {
    Channel& channel = append_channel(clip, bone_name(i + 1), ChannelPath::matrix);
    for (int tick = 0; tick <= kTicks; tick += kTicksBetweenKeys) {
      const double time_s = tick / kTicksPerSecond;
      const double angle_rad = kBones[i].amplitude_rad * std::sin(2 * kPi * time_s / kBones[i].period_s);
      append_key(channel, time_s, local_matrix(kBones[i], angle_rad));
    }
  }
  return clip;
}

// Every bone bends left, back, right and back, with a matrix key at each of the five ends.
Clip bend() {
  constexpr int kKeys = 5;
  constexpr std::array kSides{0.0, 1.0, 0.0, -1.0, 0.0};
  constexpr std::array kAngles_deg{70.0, 50.0, 40.0};
  Clip clip;
  clip.name = "bend";
  clip.ticks_per_second = kTicksPerSecond;
  for (std::size_t i = 0; i < kBones.size(); ++i) {
    Channel& channel = append_channel(clip, bone_name(i + 1), ChannelPath::matrix);
    for (int key = 0; key < kKeys; ++key) {
      const double time_s = key * kTicks / (kKeys - 1) / kTicksPerSecond;
      const double angle_rad = kAngles_deg[i] * kSides[static_cast<std::size_t>(key)] * kPi / 180;
      append_key(channel, time_s, local_matrix(kBones[i], angle_rad));
    }
  }
  return clip;
}

std::vector<SkeletonBone> chain() {
  std::vector<SkeletonBone> bones{{bone_name(0), kNone, translation_matrix(Vec3d{0, -1, 0})}};
  for (std::uint32_t i = 0; i < kBones.size(); ++i)
    bones.push_back({bone_name(i + 1), i, local_matrix(kBones[i], 0)});
  return bones;
}

Result<Scene> tower_with(const Clip& motion) {
  Scene scene;
  scene.ticks_in_file = true;
  Material blue;
  blue.name = "blue";
  blue.base_color = {0, 0, 1, 1};
  scene.materials.push_back(blue);
  // The tutorial has no bind pose: bone matrices transform the vertices directly.
  const Result<std::uint32_t> skin = append_skeleton(scene, chain(), /*bound_at_rest=*/false);
  if (!skin) return skin.error();
  Mesh mesh{"tower", {strip()}};
  mesh.primitives[0].materials = {0};
  if (const auto node = append_skinned_mesh(scene, std::move(mesh), *skin); !node) return node.error();
  if (const auto clip = append_clip(scene, motion); !clip) return clip.error();
  return scene;
}

}  // namespace

Result<Scene> make_tower() {
  return tower_with(sway());
}

Result<Scene> make_matrix_keys() {
  return tower_with(bend());
}

}  // namespace skelter::assets
