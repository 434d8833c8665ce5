#pragma once
// The pictures of the course's ten chapters (docs/course), with the numbers computed, not written down.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "demos/lesson/board.h"
#include "demos/tower_motion.h"
#include "render/internal/colored_triangles.h"
#include "skelter/scene/scene.h"

namespace skelter::demos {

inline constexpr std::size_t kLessons = 10;

// What a page is drawn with.
struct LessonStage {
  Overlay& overlay;
  std::vector<ColoredVertex>& triangles;  // in points of the picture, x right, y down
  Panel panel;                            // below the title
  double time_s;
  const Scene& tower;
  const std::array<std::uint32_t, kTowerBones>& bones;
};

struct Lesson {
  const char* title;
  const char* says;  // one line
  void (*draw)(LessonStage& stage);
  double shown_at_s;  // the moment that the chapter speaks of
};

// Precondition: chapter < kLessons.
const Lesson& lesson(std::size_t chapter);

}  // namespace skelter::demos
