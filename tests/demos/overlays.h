#pragma once
// What stands over a demonstration's picture, as rectangles.

#include <algorithm>
#include <vector>

#include "demos/overlay_demo.h"
#include "demos/shown.h"

namespace skelter::test {

struct Rectangle {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool contains(double x, double y) const { return x >= left && x <= right && y >= top && y <= bottom; }
};

inline Rectangle rectangle_of(const demos::OverlayText& text) {
  return {text.x, text.y, text.x + text.width(), text.y + 1.2 * text.size};
}

inline const demos::OverlayDemo& overlay_demo(const Shown& shown) {
  return dynamic_cast<const demos::OverlayDemo&>(*shown.demo.application);
}

}  // namespace skelter::test
