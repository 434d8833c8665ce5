// Polygons to triangles, by cutting off ears in the plane of the polygon.

#include <cmath>
#include <cstddef>

#include "formats/fbx/read/mesh_source.h"

namespace skelter::fbx {
namespace {

constexpr std::size_t kMostEars = 5000;  // cutting is quadratic; beyond, a fan

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
bool same_place(const Flat& a, const Flat& b) {
  return a.x == b.x && a.y == b.y;
}

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
  if (!(size > 0) || count > kMostEars) {
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
  std::vector<std::uint32_t> next(count), previous(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    next[i] = static_cast<std::uint32_t>((i + 1) % count);
    previous[i] = static_cast<std::uint32_t>((i + count - 1) % count);
  }
  // A corner may be cut off where it turns left and no other corner that turns right lies in its triangle.
  const auto is_ear = [&](std::uint32_t i, bool flat_too) {
    const Flat &a = flat[previous[i]], &b = flat[i], &c = flat[next[i]];
    const double area = area_of(a, b, c);
    if (area < 0 || (area == 0 && !flat_too)) return false;
    for (std::uint32_t k = next[next[i]]; k != previous[i]; k = next[k]) {
      if (area_of(flat[previous[k]], flat[k], flat[next[k]]) > 0) continue;
      if (same_place(flat[k], a) || same_place(flat[k], b) || same_place(flat[k], c)) continue;
      if (is_inside(flat[k], a, b, c)) return false;
    }
    return true;
  };
  bool whole = true;
  std::uint32_t at = 0;
  std::size_t left = count, tried = 0;
  while (left > 3) {
    const bool ear = tried > 2 * left ? true : is_ear(at, tried > left);
    if (tried > 2 * left) whole = false;
    if (!ear) {
      at = next[at];
      ++tried;
      continue;
    }
    triangles.insert(triangles.end(), {previous[at], at, next[at]});
    next[previous[at]] = next[at];
    previous[next[at]] = previous[at];
    at = next[next[at]];
    --left;
    tried = 0;
  }
  triangles.insert(triangles.end(), {previous[at], at, next[at]});
  return whole;
}

}  // namespace skelter::fbx
