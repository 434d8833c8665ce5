#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The figures of the course's chapters, drawn with the tower. Errors: bad_data if its bones are missing.
Result<Demo> make_lesson_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
