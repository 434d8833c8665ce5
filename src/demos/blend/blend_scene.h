#pragma once
// The character of the blend demo. It has the partial clips that the keys switch, and about the size of the
// article's model.

#include <array>
#include <optional>

#include "demos/blend/blend_state.h"
#include "skelter/core/result.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

inline constexpr double kTinyHeight = 513;  // size of the article's model, in units

struct BlendScene {
  Scene scene;
  std::array<std::optional<std::uint32_t>, kBlendSets> clips;
};

// Finds the partial clips by name, ignoring case. If none of the five exists, the clip `walk` (or the first
// clip) is split at shoulders and hips with known names (Biped, Mixamo, bundled models); the rest is the
// body. The model is scaled to kTinyHeight, centred at the origin, and turned upright if it lies along z.
// Notes report these changes. Errors: bad_data without a clip or a known limb.
Result<BlendScene> make_blend_scene(Scene scene, Diagnostics& diagnostics);

}  // namespace skelter::demos
