#pragma once
// What the graph commands read: a graph, and the character that it is for.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "skelter/compile/graph.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"

namespace skelter::cli {

struct GraphFiles {
  std::string graph;      // "-": standard input; without .json at its end one of the character's pack
  std::string clips;      // a described character
  std::string character;  // a pack or a model; of the two at most one
  std::string config;     // of compile, for a model
  std::uint64_t max_memory_bytes = 0;  // of the character; 0: the default of Limits
};

// GRAPH, --clips, --character, --config, --max-memory.
void add_graph_files(CLI::App& command, GraphFiles& files);

struct GraphInput {
  std::optional<GraphCharacter> character;  // where one was asked for and is good
  GraphSource source;                       // empty where there is none, or the character is bad
  // Of a graph of the character's pack, whose source has clips and conditions only.
  AlignedBytes blob;
  std::vector<Diagnostic> diagnostics;  // of the character's description, then of the graph
  bool ok() const;                      // no errors
};
AlignedBytes compiled_graph(const GraphInput& input);  // of one that is ok()
// Files that cannot be read are among the diagnostics, too.
GraphInput read_graph_input(const GraphFiles& files);

}  // namespace skelter::cli
