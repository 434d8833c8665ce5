#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The character demo: a character that changes clips, walks around, and is lit by one point light. Errors:
// invalid_argument for an unknown clip, with a list of the known ones; those of the controller's constructor.
Result<Demo> make_character_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
