#pragma once
// OpenGraph: an animation graph that plays on a model. It is compiled from a *.graph.json file for the
// model's clips and masks, or comes from the model's pack. It is immutable: each recorded frame keeps its own
// graph, even after the file was reloaded.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/play/character_data.h"

namespace skelter {

struct GraphRecords;

struct OpenGraph {
  explicit OpenGraph(CharacterData of);  // data with only this graph

  std::string file;  // "" for a graph of the pack
  std::string name;
  CharacterData data;
  const GraphRecords& view;  // the graph of `data`
  ArrayView<GraphClip> clips;
  std::vector<std::string> clip_names;                // by clip of the model
  std::vector<std::vector<std::string>> event_names;  // by clip and event of the clip
  std::vector<std::string> conditions;                // by transition, as text

  std::string layer_name(std::uint32_t layer) const;
  // Path of the state, or of the layer if it has no state.
  std::string path(std::uint16_t layer, std::uint16_t state) const;
  std::string state_name(std::uint32_t state) const;
  std::string parameter_name(std::uint32_t parameter) const;
};
using GraphPtr = std::shared_ptr<const OpenGraph>;
// The graph's data; keeps the graph alive.
inline std::shared_ptr<const CharacterData> data_of(const GraphPtr& graph) {
  return {graph, &graph->data};
}

struct GraphReadResult {
  GraphPtr graph;                       // null on error
  std::vector<Diagnostic> diagnostics;  // includes warnings
  std::vector<std::string> files;       // files read: the graph's own first, then sub-graphs
};

// Precondition of both: all clips of `model` are prepared.
GraphReadResult read_graph_file(const std::string& path, const CharacterData& model);
GraphReadResult read_graph_of_pack(std::string_view name, const CharacterData& model);

}  // namespace skelter
