#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The tower demo: a strip on four bones that sways. Errors: bad_data if bones or the strip are missing.
Result<Demo> make_tower_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
