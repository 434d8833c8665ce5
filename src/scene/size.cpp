#include "skelter/scene/size.h"

#include <algorithm>

#include "scene/internal/shown.h"
#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

Bounds rest_bounds(const Scene& scene, bool skinned_only) {
  const Pose rest = rest_pose(scene);
  Bounds bounds;
  for_each_shown(scene, [&](std::uint32_t node, std::uint32_t instance, std::uint32_t primitive) {
    if (skinned_only && scene.nodes[node].meshes[instance].skin == kNone) return;
    for (const Vec3d& position : skin(scene, rest, node, instance, primitive).positions) bounds.add(position);
  });
  return bounds;
}

}  // namespace

double scene_size(const Scene& scene) {
  Bounds bounds = rest_bounds(scene, true);
  if (bounds.empty()) bounds = rest_bounds(scene, false);
  if (bounds.empty())
    for (const Mat4d& world : rest_pose(scene).world) bounds.add(translation_part(world));
  const Vec3d size = bounds.size();
  const double largest = std::max({size.x, size.y, size.z});
  return largest > 0 ? largest : 1;
}

}  // namespace skelter
