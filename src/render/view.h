#pragma once
// Camera and lights of one frame.

#include "skelter/core/result.h"
#include "skelter/math/mat.h"
#include "skelter/render/camera.h"
#include "skelter/render/renderer.h"

namespace skelter {

struct View {
  Mat4 clip_from_world;
  Vec3 eye;
  Vec3d forward;
  Vec3 to_key, to_rim;
  Vec3 levels{1, 1, 1};  // exposure, own lights, environment
  float aspect = 1;
};

// Errors: invalid_argument for a size of 0 or an invalid camera.
Result<View> view_of(const Camera& camera, std::uint32_t width, std::uint32_t height,
                     const LightLevels& levels = {});

}  // namespace skelter
