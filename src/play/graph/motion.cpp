#include "play/graph/motion.h"

#include <limits>
#include <utility>

namespace skelter::graph_state {

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

bool find_triangle(const GraphRecords& graph, const GraphMotion& motion, Point p, Corners& out) {
  const auto at = [&](std::uint16_t corner) -> Point {
    const GraphPoint& point = graph.points[motion.first + corner];
    return {point.x, point.y};
  };
  for (const GraphTriangle& t : graph.triangles.subspan(motion.first_triangle, motion.triangle_count)) {
    const Point a = at(t.corners[0]), ab = at(t.corners[1]) - a, ac = at(t.corners[2]) - a, ap = p - a;
    const double area = cross(ab, ac);
    const double b = cross(ap, ac) / area, c = cross(ab, ap) / area;
    if (!(b >= -kSame && c >= -kSame && b + c <= 1 + kSame)) continue;
    const double wb = whole_share(b);
    double wc = std::min(whole_share(c), 1 - wb);
    if (1 - wb - wc < kMinShare) wc = 1 - wb;
    out = {{t.corners[0], t.corners[1], t.corners[2]}, {1 - wb - wc, wb, wc}, 3};
    return true;
  }
  return false;
}

void find_edge(const GraphRecords& graph, const GraphMotion& motion, Point p, Corners& out) {
  double nearest = HUGE_VAL;
  for (const GraphEdge& edge : graph.edges.subspan(motion.first_edge, motion.edge_count)) {
    const GraphPoint& from = graph.points[motion.first + edge.ends[0]];
    const GraphPoint& to = graph.points[motion.first + edge.ends[1]];
    const Point a{from.x, from.y}, ab = Point{to.x, to.y} - a, ap = p - a;
    const double length = dot(ab, ab);
    const double t = length > 0 ? whole_share(dot(ap, ab) / length) : 0;
    const Point off{ap.x - t * ab.x, ap.y - t * ab.y};
    if (!(dot(off, off) < nearest)) continue;
    nearest = dot(off, off);
    out = {{edge.ends[0], edge.ends[1]}, {1 - t, t}, 2};
  }
}

}  // namespace

Corners find_corners(const GraphInstance& at, const GraphMotion& motion) {
  const Point p{at.value(motion.parameters[0]), at.value(motion.parameters[1])};
  Corners corners{};
  if (!find_triangle(at.graph, motion, p, corners)) find_edge(at.graph, motion, p, corners);
  for (int end = corners.count; end > 1; --end)  // sorts by point, the order of the list
    for (int i = 1; i < end; ++i)
      if (corners.point[i] < corners.point[i - 1]) {
        std::swap(corners.point[i], corners.point[i - 1]);
        std::swap(corners.weight[i], corners.weight[i - 1]);
      }
  return corners;
}

double left_s(const GraphInstance& at, const StateInstance& instance) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const GraphMotion& motion = at.graph.motions[at.graph.nodes[instance.state].motion];
  if (!is_simple(motion) || motion.loops != 0 || motion.group != kNone16) return kNever;
  const Leaves leaves = leaves_of(at, at.graph.nodes[instance.state].motion);
  if (leaves.count == 0) return kNever;
  const double rate = rate_of<Leaf>(at, motion, leaves);
  const double way = (rate < 0 ? instance.position : 1 - instance.position) * duration_of<Leaf>(at, leaves);
  if (way <= 0) return 0;
  return rate == 0 ? kNever : way / std::abs(rate);
}

}  // namespace skelter::graph_state
