#pragma once
// Reads the input of the graph commands: a graph and its character.

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
  std::string clips;      // file that describes a character
  std::string character;  // a pack or a model; cannot be combined with `clips`
  std::string config;     // configuration of compile, for a model
  std::uint64_t max_memory_bytes = 0;  // for the character; 0: the default of Limits
};

// Adds GRAPH, --clips, --character, --config and --max-memory.
void add_graph_files(CLI::App& command, GraphFiles& files);

struct GraphInput {
  std::optional<GraphCharacter> character;  // set if requested and valid
  GraphSource source;                       // empty if there is none, or if the character is bad
  // Set for a graph in the character's pack. In this case `source` has only clips and conditions.
  AlignedBytes blob;
  std::vector<Diagnostic> diagnostics;  // for the character, then for the graph
  bool ok() const;                      // whether there are no errors
};
AlignedBytes compiled_graph(const GraphInput& input);  // precondition: input.ok()
// Reads the files. If a file is unreadable, the diagnostics say so.
GraphInput read_graph_input(const GraphFiles& files);

}  // namespace skelter::cli
