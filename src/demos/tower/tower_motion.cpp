#include "demos/tower/tower_motion.h"
#include "skelter/math/trig.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

namespace skelter::demos {
namespace {

constexpr double kAmplitudes_rad[] = {0.52, 0.30, 0.20};
constexpr double kPeriods_ms[] = {3000, 1000, 500};
constexpr double kBoneLengths[] = {1.25, 0.80, 0.60};
constexpr double kFootHeight = -1;

// Phase of each bone at a time, in turns.
std::array<double, 3> smooth_phases(double time_s) {
  std::array<double, 3> phases{};
  for (std::size_t i = 0; i < 3; ++i) phases[i] = time_s * 1000 / kPeriods_ms[i];
  return phases;
}

// Uses integer arithmetic as printed, so bone 1 moves in steps of 3 ms.
std::array<double, 3> whole_ms_phases(double time_s) {
  // 0.1 s is slightly less than 100 ms in binary. The small offset rounds it to 100.
  const auto time_ms = static_cast<std::int64_t>(std::floor(time_s * 1000 + 1e-6));
  const auto positive = [](std::int64_t thousandths) { return ((thousandths % 1000) + 1000) % 1000; };
  return {static_cast<double>(positive(time_ms / 3)) / 1000, static_cast<double>(positive(time_ms)) / 1000,
          static_cast<double>(positive(2 * time_ms)) / 1000};
}

}  // namespace

std::array<double, 3> tower_angles_rad(double time_s, TowerClock clock) {
  const bool smooth = clock == TowerClock::smooth;
  const std::array<double, 3> phases = smooth ? smooth_phases(time_s) : whole_ms_phases(time_s);
  const double pi = smooth ? std::numbers::pi : 3.1415;
  std::array<double, 3> angles{};
  for (std::size_t i = 0; i < 3; ++i) angles[i] = kAmplitudes_rad[i] * std::sin(2 * pi * phases[i]);
  return angles;
}

Result<std::array<std::uint32_t, kTowerBones>> tower_bones(const Scene& scene) {
  std::array<std::uint32_t, kTowerBones> bones{};
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const std::string name = "bone" + std::to_string(i);
    bones[i] = find_node(scene, name);
    if (bones[i] == kNone)
      return Error{Status::bad_data,
                   "tower.no-bone",
                   "no frame \"" + name + "\"; expected bone0 to bone3",
                   {scene.file, 0, {}, {}}};
  }
  return bones;
}

Pose tower_pose(const Scene& scene, const std::array<std::uint32_t, kTowerBones>& bones, double time_s,
                TowerClock clock) {
  Pose pose = rest_pose(scene);
  pose.local[bones[0]] = translation_matrix(Vec3d{0, kFootHeight, 0});
  const std::array<double, 3> angles_rad = tower_angles_rad(time_s, clock);
  for (std::size_t i = 0; i < 3; ++i) {
    // First a translation along the bone, then a rotation about the parent's joint.
    const Quatd turn = from_axis_angle(Vec3d{0, 0, 1}, angles_rad[i]);
    pose.local[bones[i + 1]] = rotation_matrix(turn) * translation_matrix(Vec3d{0, kBoneLengths[i], 0});
  }
  local_to_world(scene, pose);
  return pose;
}

Camera tower_camera(double aspect) {
  Camera camera;
  camera.eye = {0, 1, 5};
  camera.target = {0, 1, 0};
  camera.fov_y_deg = 45;
  camera.near_distance = 0.1;
  camera.far_distance = 100;
  camera.aspect = aspect;
  return camera;
}

Vec3 bone_color(std::size_t bone) {
  static constexpr std::array<Vec3, 6> kColors{{{0.90f, 0.25f, 0.20f},
                                                {0.95f, 0.80f, 0.20f},
                                                {0.25f, 0.75f, 0.35f},
                                                {0.25f, 0.50f, 0.95f},
                                                {0.75f, 0.35f, 0.85f},
                                                {0.30f, 0.80f, 0.85f}}};
  return kColors[bone % kColors.size()];
}

std::vector<Vec3> weight_colors(const Primitive& primitive) {
  std::vector<Vec3> colors(primitive.positions.size(), Vec3{1, 1, 1});
  if (primitive.influence_begin.empty()) return colors;
  for (std::size_t v = 0; v < colors.size(); ++v) {
    if (primitive.influence_begin[v] == primitive.influence_begin[v + 1]) continue;
    colors[v] = {};
    for (std::uint32_t i = primitive.influence_begin[v]; i < primitive.influence_begin[v + 1]; ++i)
      colors[v] += bone_color(primitive.influences[i].joint) * primitive.influences[i].weight;
  }
  return colors;
}

}  // namespace skelter::demos
