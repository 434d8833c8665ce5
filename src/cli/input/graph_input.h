#pragma once
// The input of the graph commands: a graph and its character.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compile/compile_graph/internal/graph_source.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/core/result.h"

namespace skelter::cli {

struct GraphFiles {
  std::string graph;      // "-": standard input; without .json, the name of a graph in the character's pack
  std::string clips;      // a described character
  std::string character;  // a pack or a model; not together with `clips`
  std::string config;     // configuration of compile, for a model
  std::uint64_t max_memory_bytes = 0;  // for the character; 0: the default of Limits
};

// Adds GRAPH, --clips, --character, --config and --max-memory.
void add_graph_files(CLI::App& command, GraphFiles& files);

struct GraphInput {
  std::optional<GraphCharacter> character;  // if requested and valid
  GraphSource source;                       // empty if there is none, or the character is bad
  // Set for a graph of the character's pack. Its source has only clips and conditions.
  AlignedBytes blob;
  std::vector<Diagnostic> diagnostics;  // for the character, then for the graph
  bool ok() const;                      // no errors
};
AlignedBytes compiled_graph(const GraphInput& input);  // precondition: ok()
// Unreadable files are reported in the diagnostics.
GraphInput read_graph_input(const GraphFiles& files);

}  // namespace skelter::cli
