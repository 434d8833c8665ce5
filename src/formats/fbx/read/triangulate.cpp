// Triangulates polygons by ear clipping in the polygon's plane.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "formats/fbx/read/mesh_source.h"

namespace skelter::fbx {
namespace {

constexpr std::size_t kMaxEars = 5000;  // corners; larger polygons become fans: clipping is quadratic

void fan(std::size_t corners, std::vector<std::uint32_t>& triangles) {
  for (std::uint32_t i = 1; i + 1 < corners; ++i) triangles.insert(triangles.end(), {0, i, i + 1});
}

struct Flat {
  double x = 0, y = 0;
};
double area_of(const Flat& a, const Flat& b, const Flat& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
bool is_inside(const Flat& p, const Flat& a, const Flat& b, const Flat& c) {
  return area_of(a, b, p) >= 0 && area_of(b, c, p) >= 0 && area_of(c, a, p) >= 0;
}
bool same_position(const Flat& a, const Flat& b) {
  return a.x == b.x && a.y == b.y;
}

// Clips convex corners if no other corner is in their triangle. Only corners that are not convex can be
// inside. They are sorted along a Z-order curve, so that only those near a triangle are tested.
class EarCutter {
 public:
  EarCutter(std::vector<Flat> corners, std::vector<std::uint32_t>& triangles)
      : flat_(std::move(corners)),
        triangles_(triangles),
        next_(flat_.size()),
        previous_(flat_.size()),
        codes_(flat_.size()),
        listed_(flat_.size(), false) {
    const auto count = static_cast<std::uint32_t>(flat_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      next_[i] = i + 1 == count ? 0 : i + 1;
      previous_[i] = i == 0 ? count - 1 : i - 1;
    }
    sort_corners();
  }

  // Returns false if the polygon crosses itself.
  bool run() {
    bool whole = true;
    std::uint32_t at = 0;
    std::size_t left = flat_.size(), tried = 0;
    while (left > 3) {
      const bool forced = tried > 2 * left;
      if (forced) whole = false;
      if (!forced && !is_ear(at, tried > left)) {
        at = next_[at];
        ++tried;
        continue;
      }
      triangles_.insert(triangles_.end(), {previous_[at], at, next_[at]});
      next_[previous_[at]] = next_[at];
      previous_[next_[at]] = previous_[at];
      list(at, false);
      list(previous_[at], !is_convex(previous_[at]));
      list(next_[at], !is_convex(next_[at]));
      at = next_[next_[at]];
      --left;
      tried = 0;
    }
    triangles_.insert(triangles_.end(), {previous_[at], at, next_[at]});
    return whole;
  }

 private:
  struct Box {
    double min_x, min_y, max_x, max_y;
  };

  // Spreads the bits of a number, so that two numbers can be interleaved.
  static std::uint32_t spread(std::uint32_t x) {
    x = (x | (x << 8)) & 0x00FF00FFu;
    x = (x | (x << 4)) & 0x0F0F0F0Fu;
    x = (x | (x << 2)) & 0x33333333u;
    return (x | (x << 1)) & 0x55555555u;
  }
  std::uint32_t code_of(double x, double y) const {
    constexpr double kMax = 65535;
    const auto cell = [&](double value, double low) {
      return static_cast<std::uint32_t>(std::clamp((value - low) * per_cell_, 0.0, kMax));
    };
    return spread(cell(x, low_.x)) | (spread(cell(y, low_.y)) << 1);
  }

  void sort_corners() {
    low_ = flat_[0];
    Flat high = flat_[0];
    for (const Flat& p : flat_) {
      low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double size = std::max(high.x - low_.x, high.y - low_.y);
    per_cell_ = size > 0 ? 65535 / size : 0;
    for (std::uint32_t i = 0; i < flat_.size(); ++i) {
      codes_[i] = code_of(flat_[i].x, flat_[i].y);
      if (is_convex(i)) continue;
      listed_[i] = true;
      order_.emplace_back(codes_[i], i);
    }
    std::sort(order_.begin(), order_.end());
  }

  bool is_convex(std::uint32_t i) const {
    return area_of(flat_[previous_[i]], flat_[i], flat_[next_[i]]) > 0;
  }
  auto position(std::uint32_t i) const {
    return std::lower_bound(order_.begin(), order_.end(), std::pair(codes_[i], i));
  }
  // Adds a corner to the list, or removes it. The entries of removed corners stay until they make up half of
  // the list.
  void list(std::uint32_t i, bool listed) {
    if (listed_[i] == listed) return;
    listed_[i] = listed;
    if (!listed) {
      if (2 * ++stale_ <= order_.size()) return;
      std::erase_if(order_, [&](const auto& entry) { return !listed_[entry.second]; });
      stale_ = 0;
    } else if (const auto at = position(i); at != order_.end() && at->second == i) {
      --stale_;
    } else {
      order_.insert(at, {codes_[i], i});
    }
  }

  bool blocks(std::uint32_t k, std::uint32_t i, const Box& box) const {
    const Flat& p = flat_[k];
    if (p.x < box.min_x || p.x > box.max_x || p.y < box.min_y || p.y > box.max_y) return false;
    if (!listed_[k] || k == i || k == previous_[i] || k == next_[i]) return false;
    const Flat &a = flat_[previous_[i]], &b = flat_[i], &c = flat_[next_[i]];
    if (same_position(p, a) || same_position(p, b) || same_position(p, c)) return false;
    return is_inside(p, a, b, c);
  }

  bool is_ear(std::uint32_t i, bool flat_too) const {
    const Flat &a = flat_[previous_[i]], &b = flat_[i], &c = flat_[next_[i]];
    const double area = area_of(a, b, c);
    if (area < 0 || (area == 0 && !flat_too)) return false;
    const Box box{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::max({a.x, b.x, c.x}),
                  std::max({a.y, b.y, c.y})};
    const std::uint32_t least = code_of(box.min_x, box.min_y), most = code_of(box.max_x, box.max_y);
    // Searches outwards from the corner, since obstacles are mostly near it.
    auto up = position(i), down = up;
    for (bool more = true; more;) {
      more = false;
      if (up != order_.end() && up->first <= most) {
        more = true;
        if (blocks((up++)->second, i, box)) return false;
      }
      if (down != order_.begin() && (down - 1)->first >= least) {
        more = true;
        if (blocks((--down)->second, i, box)) return false;
      }
    }
    return true;
  }

  std::vector<Flat> flat_;
  std::vector<std::uint32_t>& triangles_;
  std::vector<std::uint32_t> next_, previous_, codes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order_;  // code, corner
  std::vector<char> listed_;                                    // by corner
  std::size_t stale_ = 0;                                       // entries of corners that are not listed
  Flat low_;
  double per_cell_ = 0;
};

}  // namespace

bool triangulate(const std::vector<Vec3d>& polygon, std::vector<std::uint32_t>& triangles) {
  const std::size_t count = polygon.size();
  if (count < 3) return true;
  if (count == 3) {
    fan(3, triangles);
    return true;
  }
  Vec3d normal{};
  for (std::size_t i = 1; i + 1 < count; ++i)
    normal = normal + cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  const double size = length(normal);
  if (!(size > 0) || count > kMaxEars) {
    fan(count, triangles);
    return count <= 4;
  }
  normal = normal * (1 / size);
  const Vec3d other = std::abs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d u = normalized(cross(other, normal)), v = cross(normal, u);
  std::vector<Flat> flat(count);
  for (std::size_t i = 0; i < count; ++i) flat[i] = {dot(polygon[i], u), dot(polygon[i], v)};
  bool convex = true;
  for (std::size_t i = 0; i < count && convex; ++i)
    convex = area_of(flat[i], flat[(i + 1) % count], flat[(i + 2) % count]) >= 0;
  if (convex && count <= 4) {
    fan(count, triangles);
    return true;
  }
  return EarCutter(std::move(flat), triangles).run();
}

}  // namespace skelter::fbx
