#pragma once
#include "demos/internal/demo.h"

namespace skelter::demos {

// The pictures of the course, chapter by chapter, on the tower. Errors: bad_data when its bones are missing.
Result<Demo> make_lesson_demo(Scene scene, const DemoOptions& options);

}  // namespace skelter::demos
