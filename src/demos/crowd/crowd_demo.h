#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The crowd demo: hundreds to thousands of characters within a time budget. Errors: bad_data without clips or
// meshes; those of compile.
Result<Demo> make_crowd_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
