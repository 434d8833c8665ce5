#pragma once
// Figures of the course's ten chapters (docs/course), with computed numbers.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "demos/lesson/board.h"
#include "demos/tower/tower_motion.h"
#include "render/look/internal/colored_triangles.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

inline constexpr std::size_t kLessons = 10;

// Data for drawing a page.
struct LessonStage {
  Overlay& overlay;
  std::vector<ColoredVertex>& triangles;  // in points of the view, x right, y down
  Panel panel;                            // below the title
  double time_s;
  const Scene& tower;
  const std::array<std::uint32_t, kTowerBones>& bones;
};

struct Lesson {
  const char* title;
  const char* says;  // one line of caption
  void (*draw)(LessonStage& stage);
  double shown_at_s;  // time that the chapter's text describes
};

// Precondition: chapter < kLessons.
const Lesson& lesson(std::size_t chapter);

}  // namespace skelter::demos
