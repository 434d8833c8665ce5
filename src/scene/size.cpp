#include "skelter/scene/size.h"

#include <algorithm>

#include "skelter/scene/evaluate.h"

namespace skelter {
namespace {

Bounds rest_bounds(const Scene& scene, bool skinned_only) {
  const Pose rest = rest_pose(scene);
  Bounds bounds;
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    if (!scene.nodes[node].shown) continue;
    const std::vector<MeshInstance>& meshes = scene.nodes[node].meshes;
    for (std::uint32_t instance = 0; instance < meshes.size(); ++instance) {
      if (skinned_only && meshes[instance].skin == kNone) continue;
      const std::vector<Primitive>& primitives = scene.meshes[meshes[instance].mesh].primitives;
      for (std::uint32_t p = 0; p < primitives.size(); ++p)
        for (const Vec3d& position : skin(scene, rest, node, instance, p).positions) bounds.add(position);
    }
  }
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
