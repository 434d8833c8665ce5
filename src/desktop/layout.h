#pragma once
// Positions of the panels: menu at the top, browser at the left, inspector at the right, timeline at the
// bottom, and the view in between.

#include <algorithm>

#include "skelter/viewer/input.h"
#include "viewer/image/internal/picking.h"
#include "viewer/internal/viewer_data.h"

namespace skelter {

struct Layout {
  double unit = 1;  // pixels per point
  double width = 0, height = 0;
  ViewRectangle menu, browser, inspector, timeline, view;
};

// Closed panels have a width or height of 0. The view keeps at least a fifth of the window, however wide the
// panels are.
inline Layout layout_of(const OpenPanels& panels, const FrameSize& size, double timeline_points = 92) {
  constexpr double kMenu = 22;  // points
  Layout layout;
  layout.unit = size.pixels_per_point;
  layout.width = size.width;
  layout.height = size.height;
  const double most = 0.4 * layout.width;
  const double left = panels.browser ? std::min(panels.browser_width * layout.unit, most) : 0;
  const double right = panels.inspector ? std::min(panels.inspector_width * layout.unit, most) : 0;
  const double menu = std::min(kMenu * layout.unit, layout.height / 4);
  const double below = panels.timeline ? std::min(timeline_points * layout.unit, layout.height / 2) : 0;
  const double middle = layout.height - menu - below;
  layout.menu = {0, 0, layout.width, menu};
  layout.browser = {0, menu, left, middle};
  layout.inspector = {layout.width - right, menu, right, middle};
  layout.timeline = {0, layout.height - below, layout.width, below};
  layout.view = {left, menu, std::max(layout.width - left - right, 1.0), std::max(middle, 1.0)};
  return layout;
}

// Layout of all open panels. While a graph plays, the bottom panel has one row per layer, as far as space
// permits.
Layout layout_of(const ViewerData& data, const FrameSize& size);

}  // namespace skelter
