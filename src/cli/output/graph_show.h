#pragma once
// What a compiled graph holds, for people, for programs and for Graphviz.

#include <string>

#include "cli/output/json_text.h"
#include "skelter/compile/graph.h"

namespace skelter::cli {

struct ShownGraph {
  const GraphSource& source;
  const GraphView& view;
  std::size_t blob_bytes = 0;
};

std::string graph_text(const ShownGraph& graph);
Json graph_json(const ShownGraph& graph);
// A cluster for each machine, states as nodes, transitions as edges with their conditions.
std::string graph_dot(const ShownGraph& graph);

}  // namespace skelter::cli
