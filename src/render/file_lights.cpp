// Lights of a file: where they are, and how bright a picture makes them.

#include <algorithm>
#include <cmath>

#include "skelter/render/renderer.h"

namespace skelter {
namespace {

constexpr double kPi = 3.14159265358979323846;

// KHR_lights_punctual, "Range Property".
double share_at(const PunctualLight& light, double distance) {
  if (light.kind == SceneLight::Kind::directional) return 1;
  const double ratio = light.range > 0 ? distance / light.range : 0;
  return std::clamp(1 - ratio * ratio * ratio * ratio, 0.0, 1.0) / (distance * distance);
}

}  // namespace

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

double light_exposure(std::span<const PunctualLight> lights, const Bounds& bounds) {
  const Vec3d middle = bounds.empty() ? Vec3d{} : bounds.center();
  const double nearest = bounds.empty() ? 1 : std::max(length(bounds.size()) / 2, 1e-6);
  double sum = 0;
  for (const PunctualLight& light : lights.first(std::min(lights.size(), kMostPunctualLights))) {
    const double strongest = double{std::max({light.intensity.x, light.intensity.y, light.intensity.z})};
    sum += strongest * share_at(light, std::max(length(light.position - middle), nearest));
  }
  return sum > 0 ? kPi / sum : 1;
}

}  // namespace skelter
