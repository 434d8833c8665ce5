#include <algorithm>

#include "skelter/math/trig.h"
#include "skelter/picture/picture.h"

namespace skelter {
namespace {

constexpr double kFarthestSeen = 1e5;  // times the near distance, for a camera without a far distance

}  // namespace

std::optional<Camera> file_camera(const Scene& scene, const Pose& pose, std::uint32_t index) {
  const auto carrier = std::find_if(scene.nodes.begin(), scene.nodes.end(),
                                    [&](const Node& node) { return node.camera == index; });
  if (carrier == scene.nodes.end()) return std::nullopt;
  const SceneCamera& from = scene.cameras[index];
  const Mat4d& world = pose.world[static_cast<std::size_t>(carrier - scene.nodes.begin())];
  const Vec3d forward = transform_direction(world, Vec3d{0, 0, -1});
  Camera camera;
  camera.up = transform_direction(world, Vec3d{0, 1, 0});
  if (!(length(cross(forward, camera.up)) > 0)) return std::nullopt;
  camera.eye = translation_part(world);
  camera.target = camera.eye + normalized(forward);
  camera.near_distance = double{from.near_distance};
  if (!from.orthographic) camera.near_distance = std::max(camera.near_distance, 1e-6);
  camera.far_distance = from.far_distance ? double{*from.far_distance} : camera.near_distance * kFarthestSeen;
  if (from.orthographic) {
    camera.parallel_height = 2 * double{from.half_height};
    camera.parallel_near = true;
    camera.kept_aspect = double{from.half_width} / double{from.half_height};
  } else {
    camera.fov_y_deg = double{from.fov_y_rad} / kRadPerDeg;
    if (from.aspect_ratio) camera.kept_aspect = double{*from.aspect_ratio};
  }
  return camera;
}

}  // namespace skelter
