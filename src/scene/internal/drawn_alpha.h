#pragma once
// drawn_alpha: the alpha with which a material is drawn.

#include "skelter/scene/scene.h"

namespace skelter {

// Transmission is approximated by alpha blending. A fully transmissive material is drawn with this alpha.
inline constexpr float kMinDrawnAlpha = 0.2f;

// The alpha of the base colour and the mode in which a material with `pbr` is drawn: those of the file, or
// blended if it transmits light.
struct DrawnAlpha {
  float alpha = 1;
  AlphaMode mode = AlphaMode::opaque;
};
DrawnAlpha drawn_alpha(const Material& material);

}  // namespace skelter
