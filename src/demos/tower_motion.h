#pragma once
// The tower: four bones in a chain, moved by formulas instead of keys. assets/tower.x holds the same motion
// as keys. Origin of the numbers: the tower tutorial, restated in docs/demos.md.

#include <array>
#include <cstdint>
#include <vector>

#include "skelter/core/result.h"
#include "skelter/render/camera.h"
#include "skelter/scene/evaluate.h"

namespace skelter::demos {

enum class TowerClock {
  smooth,    // exact sines of the time
  whole_ms,  // the tutorial's: whole milliseconds, 3.1415 for pi, phases in thousandths
};

inline constexpr double kTowerPeriod_s = 3;  // after which all three sines have come round
inline constexpr std::size_t kTowerBones = 4;

// Angles of bones 1, 2 and 3 against the bone below, counter-clockwise seen from the front. Bone 0: still.
std::array<double, 3> tower_angles_rad(double time_s, TowerClock clock);

// The nodes `bone0` to `bone3`. Errors: bad_data when one is missing.
Result<std::array<std::uint32_t, kTowerBones>> tower_bones(const Scene& scene);

// The pose with those bones; other nodes rest.
Pose tower_pose(const Scene& scene, const std::array<std::uint32_t, kTowerBones>& bones, double time_s,
                TowerClock clock);

// Eye (0, 1, 5) looking at (0, 1, 0), 45 degrees. `aspect` as in Camera; the tutorial's is 1 in a 4:3 window.
Camera tower_camera(double aspect = 0);

// A colour per vertex: the bones' colours, mixed by weight. Vertices without weights are white.
std::vector<Vec3> weight_colors(const Primitive& primitive);
Vec3 bone_color(std::size_t bone);

}  // namespace skelter::demos
