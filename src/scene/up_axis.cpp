#include "scene/internal/up_axis.h"

#include <cmath>

#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

constexpr double kStands = 0.05;  // of the height
constexpr double kTaller = 1.5;   // than deep
constexpr double kEvenly = 0.25;  // of the depth, difference of both sides

bool stands_on_0(double low, double high) {
  return high > low && std::abs(low) <= kStands * (high - low);
}

}  // namespace

Vec3d guess_up(const Scene& scene) {
  constexpr Vec3d kUp{0, 1, 0};
  if (scene.skins.empty()) return kUp;
  const Bounds bounds = pose_bounds(scene, rest_pose(scene));
  const Vec3d size = bounds.size();
  const bool lies_on_y = std::abs(bounds.min.y + bounds.max.y) <= kEvenly * size.y;
  if (!lies_on_y || stands_on_0(bounds.min.y, bounds.max.y) || size.z < kTaller * size.y) return kUp;
  if (stands_on_0(bounds.min.z, bounds.max.z)) return {0, 0, 1};
  if (stands_on_0(-bounds.max.z, -bounds.min.z)) return {0, 0, -1};
  return kUp;
}

Mat4d y_up_from(const Vec3d& up) {
  Mat4d turn;
  if (up.x > 0.5) turn.m = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  const double side = up.z > 0.5 ? 1 : up.z < -0.5 ? -1 : 0;
  if (side != 0) turn.m = {side, 0, 0, 0, 0, 0, -1, 0, 0, side, 0, 0, 0, 0, 0, 1};
  return turn;
}

}  // namespace skelter
