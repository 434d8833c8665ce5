#pragma once
// Determines the alpha with which a material is drawn.

#include "skelter/scene/scene.h"

namespace skelter {

// Transmission is approximated by alpha blending. A fully transmissive material is drawn with this alpha.
inline constexpr float kMinDrawnAlpha = 0.2f;

// The base colour's alpha and the mode with which a material with `pbr` is drawn. They come from the file,
// except that a material that transmits light is blended.
struct DrawnAlpha {
  float alpha = 1;
  AlphaMode mode = AlphaMode::opaque;
};
DrawnAlpha drawn_alpha(const Material& material);

}  // namespace skelter
