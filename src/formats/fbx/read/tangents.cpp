#include "formats/fbx/read/tangents.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace skelter::fbx {
namespace {

constexpr std::uint32_t kUnset = 0xffffffffu;

// Numbers that are equal if the corners are; bits, because files may contain NaN. Adding 0 makes -0 equal to
// 0.
std::array<std::uint32_t, 8> key_of(const TangentCorner& c) {
  std::array<std::uint32_t, 8> key{};
  const float numbers[] = {c.position.x, c.position.y, c.position.z, c.normal.x,
                           c.normal.y,   c.normal.z,   c.uv.x,       c.uv.y};
  for (std::size_t i = 0; i < key.size(); ++i) key[i] = __builtin_bit_cast(std::uint32_t, numbers[i] + 0.f);
  return key;
}

// The same number for corners with equal position, normal and uv.
std::vector<std::uint32_t> number_places(const std::vector<TangentCorner>& corners) {
  std::vector<std::uint32_t> order(corners.size()), places(corners.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return key_of(corners[a]) < key_of(corners[b]); });
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i != 0 && key_of(corners[order[i - 1]]) != key_of(corners[order[i]])) ++place;
    places[order[i]] = place;
  }
  return places;
}

Vec3d on_plane(const Vec3d& v, const Vec3d& normal) {
  return v - normal * dot(normal, v);
}
Vec3d unit_or_zero(const Vec3d& v) {
  const double size = length(v);
  return size > 1e-150 && std::isfinite(size) ? v * (1 / size) : Vec3d{};
}

// Sets of corners; each is known by one of its members.
class Groups {
 public:
  explicit Groups(std::size_t corners) : parent_(corners) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t c) {
    while (parent_[c] != c) c = parent_[c] = parent_[parent_[c]];
    return c;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

enum class Mapped : std::uint8_t { flat, upright, mirrored };  // flat: without an area in space or texture

Mapped mapped_as(const TangentCorner& a, const TangentCorner& b, const TangentCorner& c) {
  if (a.position == b.position || b.position == c.position || c.position == a.position) return Mapped::flat;
  const double area = (double{b.uv.x} - a.uv.x) * (double{c.uv.y} - a.uv.y) -
                      (double{b.uv.y} - a.uv.y) * (double{c.uv.x} - a.uv.x);
  return area > 0 ? Mapped::upright : area < 0 ? Mapped::mirrored : Mapped::flat;
}

// The direction in which u rises.
Vec3d along_u(const TangentCorner& a, const TangentCorner& b, const TangentCorner& c, Mapped mapped) {
  const Vec3d along = (to_double(b.position) - to_double(a.position)) * (double{c.uv.y} - a.uv.y) -
                      (to_double(c.position) - to_double(a.position)) * (double{b.uv.y} - a.uv.y);
  return mapped == Mapped::mirrored ? -along : along;
}

struct Edge {
  std::uint32_t low, high;    // places
  bool falls;                 // from the higher place to the lower one, along the triangle
  std::uint32_t triangle, k;  // from the corner 3 * triangle + k to the next one
};

// Joins corners at both ends of each edge that two triangles with opposite directions share.
void join_over_edges(std::vector<Edge>& edges, const std::vector<std::uint32_t>& triangles,
                     const std::vector<Mapped>& mapped, Groups& groups) {
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.low, a.high, a.falls) < std::tie(b.low, b.high, b.falls);
  });
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    const auto same = [&](const Edge& e) { return e.low == edges[begin].low && e.high == edges[begin].high; };
    while (end < edges.size() && same(edges[end])) ++end;
    std::size_t falling = begin;
    while (falling < end && !edges[falling].falls) ++falling;
    for (std::size_t rising = begin, first_falling = falling; rising < first_falling && falling < end;
         ++rising, ++falling) {
      const Edge &a = edges[rising], &b = edges[falling];
      if (mapped[a.triangle] != mapped[b.triangle]) continue;
      const auto corner = [&](const Edge& e, std::uint32_t step) {
        return triangles[3 * e.triangle + (e.k + step) % 3];
      };
      groups.join(corner(a, 0), corner(b, 1));
      groups.join(corner(a, 1), corner(b, 0));
    }
  }
}

}  // namespace

std::vector<Vec4> make_tangents(const std::vector<TangentCorner>& corners,
                                const std::vector<std::uint32_t>& triangles) {
  const std::vector<std::uint32_t> places = number_places(corners);
  const std::size_t count = triangles.size() / 3;
  std::vector<Mapped> mapped(count);
  std::vector<Edge> edges;
  edges.reserve(triangles.size());
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::uint32_t* of = &triangles[3 * t];
    mapped[t] = mapped_as(corners[of[0]], corners[of[1]], corners[of[2]]);
    for (std::uint32_t k = 0; k < 3 && mapped[t] != Mapped::flat; ++k) {
      const std::uint32_t from = places[of[k]], to = places[of[(k + 1) % 3]];
      edges.push_back({std::min(from, to), std::max(from, to), from > to, t, k});
    }
  }
  Groups groups(corners.size());
  join_over_edges(edges, triangles, mapped, groups);

  // A corner belongs to several triangles if its polygon was cut; such triangles may be mirrored in different
  // ways. The last one decides then.
  std::vector<Vec3d> sums(corners.size());
  std::vector<float> sides(corners.size(), 0.f);  // 0: no triangle
  for (std::size_t t = 0; t < count; ++t) {
    if (mapped[t] == Mapped::flat) continue;
    const std::uint32_t* of = &triangles[3 * t];
    const Vec3d along = along_u(corners[of[0]], corners[of[1]], corners[of[2]], mapped[t]);
    for (std::size_t k = 0; k < 3; ++k) {
      const TangentCorner& at = corners[of[k]];
      const Vec3d normal = to_double(at.normal), place = to_double(at.position);
      const Vec3d to_next = to_double(corners[of[(k + 1) % 3]].position) - place;
      const Vec3d to_previous = to_double(corners[of[(k + 2) % 3]].position) - place;
      const double cosine =
          dot(unit_or_zero(on_plane(to_next, normal)), unit_or_zero(on_plane(to_previous, normal)));
      const std::uint32_t group = groups.find(of[k]);
      sums[group] += unit_or_zero(on_plane(along, normal)) * std::acos(std::clamp(cosine, -1.0, 1.0));
      sides[group] = mapped[t] == Mapped::upright ? 1.f : -1.f;
    }
  }
  std::vector<Vec4> tangents(corners.size());
  std::vector<std::uint32_t> known(corners.size(), kUnset);  // by place: a corner with a tangent
  for (std::uint32_t c = 0; c < corners.size(); ++c) {
    const std::uint32_t group = groups.find(c);
    const Vec3d tangent = unit_or_zero(sums[group]);
    if (sides[group] == 0 || tangent == Vec3d{}) continue;
    tangents[c] = {static_cast<float>(tangent.x), static_cast<float>(tangent.y),
                   static_cast<float>(tangent.z), sides[group]};
    if (known[places[c]] == kUnset) known[places[c]] = c;
  }
  for (std::uint32_t c = 0; c < corners.size(); ++c) {
    if (tangents[c] != Vec4{}) continue;
    if (known[places[c]] != kUnset) {
      tangents[c] = tangents[known[places[c]]];
      continue;
    }
    const Vec3d normal = to_double(corners[c].normal);
    const Vec3d axis = std::abs(normal.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d any = unit_or_zero(on_plane(axis, normal));
    tangents[c] = {static_cast<float>(any.x), static_cast<float>(any.y), static_cast<float>(any.z), 1};
  }
  return tangents;
}

}  // namespace skelter::fbx
