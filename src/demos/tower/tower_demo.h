#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The tower demo: a swaying strip on four bones. Errors: bad_data if the bones or the strip are missing.
Result<Demo> make_tower_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
