#pragma once
// The overlay of a demonstration's image, as rectangles.

#include <algorithm>
#include <vector>

#include "demos/scene_demo.h"
#include "demos/shown.h"
#include "viewer/image/internal/picking.h"

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

// Expects that a posed model, seen through the demonstration's current camera, is completely inside the image
// and not covered by the overlay.
inline void expect_figure_is_free(const Shown& shown, const Pose& pose, double width, double height,
                                  const std::string& what) {
  const auto& demo = dynamic_cast<const demos::SceneDemo&>(*shown.demo.application);
  const demos::Overlay overlay = demo.overlay(width, height);
  std::vector<Rectangle> taken;
  for (const demos::OverlayText& text : overlay.texts) taken.push_back(rectangle_of(text));
  for (const demos::OverlayBox& box : overlay.boxes)
    taken.push_back({box.x, box.y, box.x + box.width, box.y + box.height});
  const Projector projector(demo.view().camera(), {0, 0, width, height});
  std::size_t outside = 0, covered = 0, vertices = 0;
  for (const PosedPrimitive& posed : posed_primitives(demo.scene(), pose))
    for (const Vec3d& position : posed.vertices.positions) {
      const auto at = projector.pixel(position);
      ++vertices;
      outside += !at || at->x < 0 || at->y < 0 || at->x > width || at->y > height ? 1 : 0;
      covered += at && std::any_of(taken.begin(), taken.end(),
                                   [&](const Rectangle& box) { return box.contains(at->x, at->y); })
                     ? 1
                     : 0;
    }
  EXPECT_GT(vertices, 100u);
  EXPECT_EQ(outside, 0u) << what << " in " << width << " x " << height;
  EXPECT_EQ(covered, 0u) << what << " in " << width << " x " << height;
}

}  // namespace skelter::test
