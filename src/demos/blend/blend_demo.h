#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The blend demo: partial clips for five body parts of one character. Errors: those of make_blend_scene().
Result<Demo> make_blend_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
