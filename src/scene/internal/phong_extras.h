#pragma once
// Materials that were in an `.x` file, went through glTF, and go back: `extras` say so.

#include <string_view>

#include "skelter/scene/scene.h"

namespace skelter {

// Whether `specular` and `specular_power` of a material with `pbr` are what its roughness was made of: the
// glTF reader has set them from the numbers in `extras`, which the glTF writer puts there.
inline bool has_phong_extras(const Material& material) {
  const std::string_view extras = material.carried.extras;
  if (extras.find("\"specularPower\":") == std::string_view::npos) return false;
  return material.specular_power != 0 || material.specular != Vec3{} ||
         extras.find("\"specular\":[0,0,0]") != std::string_view::npos;
}

}  // namespace skelter
