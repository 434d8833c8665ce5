#include "scene/internal/drawn_alpha.h"

#include <algorithm>

namespace skelter {

DrawnAlpha drawn_alpha(const Material& material) {
  if (!material.pbr) return {material.base_color.w, AlphaMode::opaque};
  const PbrMaterial& pbr = *material.pbr;
  if (pbr.transmission <= 0 || pbr.alpha_mode == AlphaMode::mask)
    return {material.base_color.w, pbr.alpha_mode};
  const float own = pbr.alpha_mode == AlphaMode::blend ? material.base_color.w : 1.0f;
  return {own * std::max(1 - pbr.transmission, kMinDrawnAlpha), AlphaMode::blend};
}

}  // namespace skelter
