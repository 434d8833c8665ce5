#pragma once
// Bounds: an axis-aligned box that grows to include points.

#include <algorithm>
#include <limits>

#include "skelter/math/vec.h"

namespace skelter {

struct Bounds {
  Vec3d min{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
            std::numeric_limits<double>::infinity()};
  Vec3d max{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            -std::numeric_limits<double>::infinity()};

  bool empty() const { return !(min.x <= max.x); }
  void add(const Vec3d& p) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  void add(const Bounds& other) {
    if (other.empty()) return;
    add(other.min);
    add(other.max);
  }
  Vec3d center() const { return (min + max) * 0.5; }
  Vec3d size() const { return empty() ? Vec3d{} : max - min; }
};

}  // namespace skelter
