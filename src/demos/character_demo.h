#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The character demo: a figure that changes its clips, walks about, and is lit by one point light. Errors:
// invalid_argument for an unknown clip, listing those that there are; those of making a controller.
Result<Demo> make_character_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
