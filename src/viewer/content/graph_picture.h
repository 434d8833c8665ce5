#pragma once
// GraphPicture: where states and transitions of a graph are drawn, in points, y down. Graphviz lays them out
// where it is installed (`dot -Tplain`, as a process); else states stand in a circle.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/math/vec.h"
#include "skelter/play/graph.h"

namespace skelter {

struct GraphPicture {
  struct Node {
    std::uint32_t machine = 0;
    std::uint32_t state = kNone;  // kNone: where transitions from everywhere begin
    double x = 0, y = 0;          // of its middle
    double width = 0, height = 0;
  };
  struct Edge {
    std::uint32_t transition = 0;
    std::vector<Vec2d> curve;  // Bezier curves, end to end: 3 n + 1 points
  };
  struct Box {  // around a machine, with its path above
    std::uint32_t machine = 0;
    std::string path;
    double x = 0, y = 0, width = 0, height = 0;  // of its upper left corner
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Box> boxes;
  double width = 0, height = 0;
  bool from_dot = false;
};

// A digraph with a cluster for each machine, with the nodes s0, s1, ... of states and a0, a1, ... of
// machines.
std::string dot_text(const GraphView& graph);
// From the answer of `dot -Tplain` to it. Nothing where it is not that.
std::optional<GraphPicture> picture_from_plain(const GraphView& graph, std::string_view plain);
GraphPicture picture_in_circles(const GraphView& graph);

// Runs dot where it is found. May take long for large graphs.
GraphPicture lay_out(const GraphView& graph);

}  // namespace skelter
