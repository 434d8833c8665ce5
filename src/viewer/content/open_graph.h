#pragma once
// OpenGraph: an animation graph as it is played beside a figure: compiled from a *.graph.json file for the
// figure's clips and masks, or out of its pack. Nothing changes it; a recording keeps the one that made each
// of its frames, also after the file was read again.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "skelter/core/diagnostics.h"
#include "skelter/play/character_data.h"
#include "skelter/play/graph.h"

namespace skelter {

struct OpenGraph {
  explicit OpenGraph(CharacterData of) : data(std::move(of)) {}

  std::string file;  // "" for one of the pack
  std::string name;
  CharacterData data;  // what characters play it with: this graph alone
  GraphView view;      // the data's
  std::span<const GraphClip> clips;
  std::vector<std::string> clip_names;                // by clip of the figure
  std::vector<std::vector<std::string>> event_names;  // by clip and its event
  std::vector<std::string> conditions;                // by transition, as text

  std::string layer_name(std::uint32_t layer) const;
  // The path of the state, or of the layer where it has none.
  std::string path(std::uint16_t layer, std::uint16_t state) const;
  std::string state_name(std::uint32_t state) const {
    return std::string(view.string(view.nodes[state].name));
  }
  std::string parameter_name(std::uint32_t parameter) const {
    return std::string(view.string(view.parameters[parameter].name));
  }
};
using GraphPtr = std::shared_ptr<const OpenGraph>;
// The data, which keeps the graph.
inline std::shared_ptr<const CharacterData> data_of(const GraphPtr& graph) {
  return {graph, &graph->data};
}

struct GraphReadResult {
  GraphPtr graph;                       // null after an error
  std::vector<Diagnostic> diagnostics;  // warnings, too
  std::vector<std::string> files;       // that were read: the graph's own first, then sub-graphs
};

// Precondition of both: all clips of `model` are prepared.
GraphReadResult read_graph_file(const std::string& path, const CharacterData& model);
GraphReadResult read_graph_of_pack(std::string_view name, const CharacterData& model);

}  // namespace skelter
