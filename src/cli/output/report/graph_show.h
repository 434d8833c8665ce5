#pragma once
// Prints the content of a compiled graph as text, as JSON and for Graphviz.

#include <string>

#include "cli/output/json_text.h"
#include "compile/compile_graph/internal/graph_source.h"

namespace skelter {
struct GraphRecords;
}

namespace skelter::cli {

struct ShownGraph {
  const GraphSource& source;
  const GraphRecords& view;
  std::size_t blob_bytes = 0;
};

std::string graph_text(const ShownGraph& graph);
Json graph_json(const ShownGraph& graph);
// Draws machines as clusters, states as nodes, and transitions as edges with their conditions.
std::string graph_dot(const ShownGraph& graph);

}  // namespace skelter::cli
