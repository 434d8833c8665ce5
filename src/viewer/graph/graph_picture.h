#pragma once
// GraphPicture: the layout of a graph's states and transitions, in points, y down. It comes from Graphviz
// (`dot -Tplain`, run as a process) if that is installed. Otherwise the states form a circle.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/none.h"
#include "skelter/math/vec.h"

namespace skelter {

struct GraphRecords;

struct GraphPicture {
  struct Node {
    std::uint32_t machine = 0;
    std::uint32_t state = kNone;  // kNone: the source of transitions from any state
    double x = 0, y = 0;          // centre
    double width = 0, height = 0;
  };
  struct Edge {
    std::uint32_t transition = 0;
    std::vector<Vec2d> curve;  // chained Bezier curves: 3 n + 1 points
  };
  struct Box {  // encloses a machine, with its path above
    std::uint32_t machine = 0;
    std::string path;
    double x = 0, y = 0, width = 0, height = 0;  // upper left corner
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Box> boxes;
  double width = 0, height = 0;
  bool from_dot = false;
};

// Writes a digraph with one cluster per machine. States are nodes s0, s1, ...; the sources of transitions
// from any state are a0, a1, ..., one per machine.
std::string dot_text(const GraphRecords& graph);
// Parses the output of `dot -Tplain` for dot_text(). Returns none for other text.
std::optional<GraphPicture> picture_from_plain(const GraphRecords& graph, std::string_view plain);
GraphPicture picture_in_circles(const GraphRecords& graph);

// Runs dot if it is installed. This may be slow for large graphs.
GraphPicture lay_out(const GraphRecords& graph);

}  // namespace skelter
