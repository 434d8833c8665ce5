#include "skelter/picture/picture.h"

namespace skelter {

std::vector<PunctualLight> file_lights(const Scene& scene, const Pose& pose) {
  std::vector<PunctualLight> lights;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.light == kNone || !node.shown) continue;
    const SceneLight& from = scene.lights[node.light];
    const Vec3d along = transform_direction(pose.world[n], Vec3d{0, 0, -1});
    PunctualLight light;
    light.kind = from.kind;
    light.position = translation_part(pose.world[n]);
    if (length(along) > 0) light.direction = normalized(along);
    light.intensity = from.color * from.intensity;
    if (from.range) light.range = double{*from.range};
    light.inner_cone_rad = double{from.inner_cone_rad};
    light.outer_cone_rad = double{from.outer_cone_rad};
    lights.push_back(light);
  }
  return lights;
}

}  // namespace skelter
