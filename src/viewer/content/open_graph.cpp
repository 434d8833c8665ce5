#include "viewer/content/open_graph.h"

#include <algorithm>
#include <utility>

#include "load/internal/configured.h"
#include "skelter/compile/graph.h"
#include "skelter/play/graph_probe.h"
#include "viewer/internal/graph_condition.h"

namespace skelter {
namespace {

Diagnostic as_diagnostic(const Error& error) {
  return {Severity::error, error.code, error.message, error.where, 1};
}

// Rates of a profile, divided by 4, for every joint. Unknown joints were refused when the graph was read.
void add_profile_mask(const Skeleton& skeleton, const MaskSettings& mask, OpenGraph& graph) {
  const std::size_t begin = graph.mask_weights.size(), count = skeleton.joint_count();
  graph.mask_weights.resize(begin + std::size_t{kLanes} * skeleton.block_count(), 0.0f);
  float* const weights = &graph.mask_weights[begin];
  std::fill_n(weights, count, mask.base_weight);
  for (const MaskSettings::Entry& entry : mask.entries) {
    const std::uint16_t top = skeleton.find(entry.joint);
    if (top == kNone16) continue;
    std::vector<std::uint8_t> inside(count, 0);
    for (std::size_t j = 0; j < count; ++j) {
      const std::uint16_t parent = skeleton.parents[j];
      inside[j] = j == top || (entry.subtree && parent != kNone16 && inside[parent] != 0) ? 1 : 0;
      if (inside[j] != 0) weights[j] = entry.weight;
    }
    if (skeleton.helpers[top] != 0) weights[skeleton.parents[top]] = entry.weight;  // both halves
  }
}

// Fills what all graphs have. A problem becomes a diagnostic.
void finish(const SceneCharacter& figure, std::shared_ptr<OpenGraph> graph, GraphReadResult& result) {
  const auto fail = [&](const Problem& problem, const char* code) {
    result.diagnostics.push_back(
        as_diagnostic({problem.status, code, problem.what, {graph->file, 0, {}, {}}}));
  };
  if (const Problem problem = read_graph(graph->blob.span(), graph->view); !problem.ok())
    return fail(problem, "graph.compiled");
  const CharacterData& data = figure.data();
  const GraphView& view = graph->view;
  graph->clip_events.resize(data.clip_count());
  for (std::uint32_t i = 0; i < data.clip_count(); ++i) {
    const ClipView& clip = data.clips()[i];
    graph->clip_names.emplace_back(data.clip_name(i));
    graph->clip_events[i].resize(clip.events.size());
    graph->clips.push_back(graph_clip(view, clip, graph->clip_events[i]));
    std::vector<std::string>& names = graph->event_names.emplace_back();
    for (auto& event : graph_clip_facts({}, clip).events) names.push_back(std::move(event.second));
  }
  if (const Problem problem = check_clips(view, graph->clips); !problem.ok())
    return fail(problem, "graph.clips");
  if (view.mask_count * std::size_t{kLanes} * data.skeleton().block_count() > graph->mask_weights.size())
    return fail({Status::bad_data, "the graph was made for more masks than the figure has"}, "graph.clips");
  graph->mask_name_begin.assign(view.mask_count + 1, 0);
  if (graph->conditions.empty())
    for (const GraphTransition& transition : view.transitions)
      graph->conditions.push_back(condition_text(view, transition));
  result.graph = std::move(graph);
}

std::shared_ptr<OpenGraph> begin_graph(const SceneCharacter& figure) {
  auto graph = std::make_shared<OpenGraph>();
  const std::span<const float> masks = figure.data().skeleton().mask_weights;
  graph->mask_weights.assign(masks.begin(), masks.end());
  return graph;
}

}  // namespace

std::string OpenGraph::layer_name(std::uint32_t layer) const {
  return layer_path(view, layer);
}

std::string OpenGraph::path(std::uint16_t layer, std::uint16_t state) const {
  return line_path(view, layer, state);
}

Skeleton OpenGraph::masked(const Skeleton& skeleton) const {
  Skeleton masked = skeleton;
  const std::size_t stride = std::size_t{kLanes} * skeleton.block_count();
  masked.mask_weights = std::span(mask_weights).first(stride * view.mask_count);
  masked.mask_name_begin = mask_name_begin;
  masked.mask_names = {};
  return masked;
}

GraphReadResult read_graph_file(const std::string& path, const SceneCharacter& figure) {
  GraphReadResult result;
  result.files = {path};
  const auto text = read_text(path);
  const auto character = graph_character(figure.data());
  if (!text) result.diagnostics.push_back(as_diagnostic(text.error()));
  if (!character) result.diagnostics.push_back(as_diagnostic(character.error()));
  if (!result.diagnostics.empty()) return result;
  GraphSource source = read_graph_source(*text, path, {&*character, read_text});
  result.diagnostics = std::move(source.diagnostics);
  if (!source.files.empty()) result.files = std::move(source.files);
  const auto is_error = [](const Diagnostic& d) { return d.severity == Severity::error; };
  if (std::any_of(result.diagnostics.begin(), result.diagnostics.end(), is_error)) return result;
  auto graph = begin_graph(figure);
  graph->file = path;
  graph->name = source.graph.name;
  graph->blob = build_graph(source.graph);
  graph->conditions = std::move(source.conditions);
  for (const MaskSettings& mask : source.profile_masks)
    add_profile_mask(figure.data().skeleton(), mask, *graph);
  finish(figure, std::move(graph), result);
  return result;
}

GraphReadResult read_graph_of_pack(std::string_view name, const SceneCharacter& figure) {
  GraphReadResult result;
  const PackView& pack = figure.data().pack();
  std::string known;
  for (std::uint32_t i = 0; i < pack.count(SectionKind::graph); ++i) {
    const PackSection section = pack.find(SectionKind::graph, i);
    known += (known.empty() ? "" : ", ") + std::string(section.name);
    if (section.name != name) continue;
    auto graph = begin_graph(figure);
    graph->name = std::string(name);
    graph->blob = AlignedBytes::copy_of(section.bytes);
    finish(figure, std::move(graph), result);
    return result;
  }
  result.diagnostics.push_back(
      {Severity::error,
       "graph.unknown-graph",
       "the file holds no graph \"" + std::string(name) + "\"; expected " +
           (known.empty() ? "a pack that was compiled with graphs, or a *.graph.json file" : known),
       {},
       1});
  return result;
}

std::vector<std::string> graphs_of_pack(const PackView& pack) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < pack.count(SectionKind::graph); ++i)
    names.emplace_back(pack.find(SectionKind::graph, i).name);
  return names;
}

}  // namespace skelter
