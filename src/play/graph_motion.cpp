#include "play/graph_motion.h"

#include <limits>

namespace skelter::graph_state {

void add_blend(const Instance& at, const GraphMotion& motion, double weight, Leaves& out) {
  const GraphPoint* const points = &at.graph.points[motion.first];
  const std::uint32_t last = motion.count - 1u;
  const double x = at.value(motion.parameters[0]);
  if (!(x > points[0].x)) return add_leaves(at, points[0].motion, weight, out);
  if (!(x < points[last].x)) return add_leaves(at, points[last].motion, weight, out);
  std::uint32_t i = 1;
  while (points[i].x <= x) ++i;
  const double from = points[i - 1].x, t = (x - from) / (points[i].x - from);
  if (t < 1) add_leaves(at, points[i - 1].motion, weight * (1 - t), out);
  if (t > 0) add_leaves(at, points[i].motion, weight * t, out);
}

namespace {

struct Point {
  double x, y;
};
Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y};
}
double cross(Point a, Point b) {
  return a.x * b.y - a.y * b.x;
}
double dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y;
}

// Up to three points of a blend with their weights.
struct Corners {
  std::uint16_t point[3];
  double weight[3];
  int count;
};

bool find_triangle(const GraphView& graph, const GraphMotion& motion, Point p, Corners& out) {
  const auto at = [&](std::uint16_t corner) -> Point {
    const GraphPoint& point = graph.points[motion.first + corner];
    return {point.x, point.y};
  };
  for (const GraphTriangle& t : graph.triangles.subspan(motion.first_triangle, motion.triangle_count)) {
    const Point a = at(t.corners[0]), ab = at(t.corners[1]) - a, ac = at(t.corners[2]) - a, ap = p - a;
    const double area = cross(ab, ac);
    const double b = cross(ap, ac) / area, c = cross(ab, ap) / area;
    if (!(b >= -kSame && c >= -kSame && b + c <= 1 + kSame)) continue;
    const double wb = std::clamp(b, 0.0, 1.0), wc = std::clamp(c, 0.0, 1 - wb);
    out = {{t.corners[0], t.corners[1], t.corners[2]}, {1 - wb - wc, wb, wc}, 3};
    return true;
  }
  return false;
}

void find_edge(const GraphView& graph, const GraphMotion& motion, Point p, Corners& out) {
  double nearest = HUGE_VAL;
  for (const GraphEdge& edge : graph.edges.subspan(motion.first_edge, motion.edge_count)) {
    const GraphPoint& from = graph.points[motion.first + edge.ends[0]];
    const GraphPoint& to = graph.points[motion.first + edge.ends[1]];
    const Point a{from.x, from.y}, ab = Point{to.x, to.y} - a, ap = p - a;
    const double length = dot(ab, ab);
    const double t = length > 0 ? std::clamp(dot(ap, ab) / length, 0.0, 1.0) : 0;
    const Point off{ap.x - t * ab.x, ap.y - t * ab.y};
    if (!(dot(off, off) < nearest)) continue;
    nearest = dot(off, off);
    out = {{edge.ends[0], edge.ends[1]}, {1 - t, t}, 2};
  }
}

}  // namespace

void add_blend2(const Instance& at, const GraphMotion& motion, double weight, Leaves& out) {
  const Point p{at.value(motion.parameters[0]), at.value(motion.parameters[1])};
  Corners corners{};
  if (!find_triangle(at.graph, motion, p, corners)) find_edge(at.graph, motion, p, corners);
  for (int i = 0; i < corners.count; ++i)
    if (corners.weight[i] > 0)
      add_leaves(at, at.graph.points[motion.first + corners.point[i]].motion, weight * corners.weight[i],
                 out);
}

// R13.
double matched_speed(const Instance& at, const GraphMotion& motion, const Leaves& leaves) {
  double strides = 0, seconds = 0, weights = 0, free_speed = 0;
  for (std::uint32_t i = 0; i < leaves.count; ++i) {
    const Leaf& leaf = leaves.of[i];
    const GraphClip& clip = at.clip_of(leaf);
    const std::uint16_t markers = at.graph.motions[leaf.motion].markers;
    if (motion.group != kNone16 && markers == kNone16) {
      if (clip.duration_s > 0) free_speed += leaf.weight * clip.stride_m / clip.duration_s;
      continue;
    }
    const double rounds = motion.group != kNone16 ? at.graph.clip_markers[markers].rounds : 1;
    strides += leaf.weight * rounds * clip.stride_m;
    seconds += leaf.weight * rounds * clip.duration_s;
    weights += leaf.weight;
  }
  if (!(seconds > 0)) return 1;
  const double speed = strides * weights / seconds;
  if (speed < 0.05) return 1;
  return std::clamp((std::abs(at.value(motion.parameters[0])) - free_speed) / speed, 0.5, 2.0);
}

double left_s(const Instance& at, const Voice& voice) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const GraphMotion& motion = at.graph.motions[at.graph.nodes[voice.state].motion];
  if (!is_simple(motion) || motion.loops != 0 || motion.group != kNone16) return kNever;
  Leaves leaves;
  add_leaves(at, at.graph.nodes[voice.state].motion, 1, leaves);
  if (leaves.count == 0) return kNever;
  const double rate = rate_of(at, motion, leaves);
  const double way = (rate < 0 ? voice.position : 1 - voice.position) * duration_of(at, leaves);
  if (way <= 0) return 0;
  return rate == 0 ? kNever : way / std::abs(rate);
}

}  // namespace skelter::graph_state
