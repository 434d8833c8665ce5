#pragma once
// The figure of the blend demo: with the sets that the keys switch, about as large as the article's.

#include <array>
#include <optional>

#include "demos/blend_state.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

inline constexpr double kTinyHeight = 513;  // units, of the article's figure

struct BlendScene {
  Scene scene;
  std::array<std::optional<std::uint32_t>, kBlendSets> clips;
};

// Finds the sets by name, without regard to case. When none of the five is there, the clip `walk`, else the
// first, is cut into them at shoulders and hips that are known by name (Biped's, Mixamo's, ours); what is
// left is the body. The figure is scaled to kTinyHeight with its middle at the origin, and turned upright
// when it lies along z. Notes say what was done. Errors: bad_data when there is no clip, or no limb is known.
Result<BlendScene> make_blend_scene(Scene scene, Diagnostics& diagnostics);

}  // namespace skelter::demos
