#pragma once
// Plot: curves over time in a rectangle of the window.

#include <algorithm>

#include "viewer/image/internal/picking.h"

namespace skelter {

struct Plot {
  ViewRectangle place;  // the left edge is from_s, the lower edge is 0
  double from_s = 0, to_s = 1;
  double highest = 1;  // value at the upper edge

  Vec2d at(double time_s, double value) const {
    return {place.x + place.width * (time_s - from_s) / std::max(to_s - from_s, 1e-9),
            place.y + place.height * (1 - value / highest)};
  }
  double time_at(double x) const { return from_s + (to_s - from_s) * (x - place.x) / place.width; }
};

}  // namespace skelter
