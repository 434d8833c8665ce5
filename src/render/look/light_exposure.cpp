#include <algorithm>
#include <cmath>
#include <numbers>

#include "skelter/math/trig.h"
#include "skelter/render/renderer.h"

namespace skelter {
namespace {

// Attenuation of a light at a distance. Source: KHR_lights_punctual, "Range Property".
double share_at(const PunctualLight& light, double distance) {
  if (light.kind == LightKind::directional) return 1;
  const double ratio = light.range > 0 ? distance / light.range : 0;
  return std::clamp(1 - ratio * ratio * ratio * ratio, 0.0, 1.0) / (distance * distance);
}

}  // namespace

double light_exposure(std::span<const PunctualLight> lights, const Bounds& bounds) {
  const Vec3d middle = bounds.empty() ? Vec3d{} : bounds.center();
  const double nearest = bounds.empty() ? 1 : std::max(length(bounds.size()) / 2, 1e-6);
  double sum = 0;
  for (const PunctualLight& light : lights.first(std::min(lights.size(), kMaxPunctualLights))) {
    const double strongest = double{std::max({light.intensity.x, light.intensity.y, light.intensity.z})};
    sum += strongest * share_at(light, std::max(length(light.position - middle), nearest));
  }
  return sum > 0 ? std::numbers::pi / sum : 1;
}

}  // namespace skelter
