#pragma once
// The tower: a chain of four bones that is moved by formulas instead of keys. assets/tower.x contains the
// same motion as keys. Source of the numbers: the tower tutorial, described in docs/demos.md.

#include <array>
#include <cstdint>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/render/camera.h"
#include "skelter/scene/evaluate.h"

namespace skelter::demos {

enum class TowerClock {
  smooth,    // exact sines of the time
  whole_ms,  // as in the tutorial: integer milliseconds, 3.1415 for pi, phases in thousandths
};

inline constexpr double kTowerPeriod_s = 3;  // common period of the three sines
inline constexpr std::size_t kTowerBones = 4;

// Angles of bones 1, 2 and 3 relative to the bone below, counter-clockwise as seen from the front. Bone 0
// does not move.
std::array<double, 3> tower_angles_rad(double time_s, TowerClock clock);

// The nodes `bone0` to `bone3`. Errors: bad_data if one is missing.
Result<std::array<std::uint32_t, kTowerBones>> tower_bones(const Scene& scene);

// The pose with the tower's bones moved and all other nodes at rest.
Pose tower_pose(const Scene& scene, const std::array<std::uint32_t, kTowerBones>& bones, double time_s,
                TowerClock clock);

// Eye at (0, 1, 5), looking at (0, 1, 0), 45 degrees. `aspect` as in Camera; the tutorial uses 1 in a 4:3
// window.
Camera tower_camera(double aspect = 0);

// One colour per vertex: the bones' colours mixed by weight, or white for vertices without weights.
std::vector<Vec3> weight_colors(const Primitive& primitive);
Vec3 bone_color(std::size_t bone);

}  // namespace skelter::demos
