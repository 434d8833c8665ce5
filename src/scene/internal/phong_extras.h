#pragma once
// Recognises materials from an `.x` file that were converted to glTF, by their `extras`, so that they can be
// restored in `.x`.

#include <string_view>

#include "skelter/scene/scene.h"

namespace skelter {

// Whether the roughness of a material with `pbr` was computed from its `specular` and `specular_power`. The
// glTF reader restores both from the numbers that the glTF writer stores in `extras`.
inline bool has_phong_extras(const Material& material) {
  const std::string_view extras = material.carried.extras;
  if (extras.find("\"specularPower\":") == std::string_view::npos) return false;
  return material.specular_power != 0 || material.specular != Vec3{} ||
         extras.find("\"specular\":[0,0,0]") != std::string_view::npos;
}

}  // namespace skelter
