#include "viewer/graph/open_graph.h"

#include <algorithm>
#include <utility>

#include "compile/compile_graph/internal/graph_source.h"
#include "compile/internal/condition_text.h"
#include "compile/internal/pack_graphs.h"
#include "core/internal/to_diagnostic.h"
#include "load/internal/configured.h"
#include "play/internal/graph_probe.h"
#include "skelter/runtime/clip.h"

namespace skelter {
namespace {

// Creates a graph that plays on the model's data. If that fails, adds a diagnostic and returns null.
std::shared_ptr<OpenGraph> begin_graph(const CharacterData& model, std::string name, AlignedBytes blob,
                                       GraphReadResult& result) {
  Result<CharacterData> data = model.with_graph(name, std::move(blob));
  if (!data) {
    result.diagnostics.push_back(to_diagnostic(data.error()));
    return nullptr;
  }
  auto graph = std::make_shared<OpenGraph>(std::move(*data));
  graph->name = std::move(name);
  for (std::uint32_t i = 0; i < graph->data.clip_count(); ++i) {
    graph->clip_names.emplace_back(graph->data.clip_name(i));
    std::vector<std::string>& names = graph->event_names.emplace_back();
    for (auto& event : graph_clip_facts({}, graph->data.clips()[i]).events)
      names.push_back(std::move(event.second));
  }
  return graph;
}

void finish(std::shared_ptr<OpenGraph> graph, GraphReadResult& result) {
  if (graph->conditions.empty())
    for (const GraphTransition& transition : graph->view.transitions)
      graph->conditions.push_back(condition_text(graph->view, transition));
  result.graph = std::move(graph);
}

}  // namespace

OpenGraph::OpenGraph(CharacterData of)
    : data(std::move(of)), view(records(data.graph(0))), clips(data.graph_clips(0)) {}

std::string OpenGraph::layer_name(std::uint32_t layer) const {
  return layer_path(view, layer);
}

std::string OpenGraph::path(std::uint16_t layer, std::uint16_t state) const {
  return line_path(view, layer, state);
}

std::string OpenGraph::state_name(std::uint32_t state) const {
  return std::string(view.state_name(state));
}

std::string OpenGraph::parameter_name(std::uint32_t parameter) const {
  return std::string(view.parameter(parameter).name);
}

GraphReadResult read_graph_file(const std::string& path, const CharacterData& model) {
  GraphReadResult result;
  result.files = {path};
  const auto text = read_text(path);
  const auto character = graph_character(model);
  if (!text) result.diagnostics.push_back(to_diagnostic(text.error()));
  if (!character) result.diagnostics.push_back(to_diagnostic(character.error()));
  if (!result.diagnostics.empty()) return result;
  GraphSource source = read_graph_source(*text, path, {&*character, read_text});
  result.diagnostics = std::move(source.diagnostics);
  if (!source.files.empty()) result.files = std::move(source.files);
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  if (std::any_of(result.diagnostics.begin(), result.diagnostics.end(), is_error)) return result;
  auto graph = begin_graph(model, source.graph.name, build_graph(source, model.skeleton()), result);
  if (!graph) return result;
  graph->file = path;
  graph->conditions = std::move(source.conditions);
  finish(std::move(graph), result);
  return result;
}

GraphReadResult read_graph_of_pack(std::string_view name, const CharacterData& model) {
  GraphReadResult result;
  const Result<ByteSpan> blob = pack_graph(model.pack(), name);
  if (!blob)
    result.diagnostics.push_back(to_diagnostic(blob.error()));
  else if (auto graph = begin_graph(model, std::string(name), AlignedBytes::copy_of(*blob), result))
    finish(std::move(graph), result);
  return result;
}

}  // namespace skelter
