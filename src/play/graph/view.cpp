// The queries of GraphView.
#include "play/graph/block.h"
#include "play/internal/format/graph_records.h"

namespace skelter {

std::uint32_t GraphView::parameter_count() const {
  return static_cast<std::uint32_t>(records(*this).parameters.size());
}

GraphParameter GraphView::parameter(std::uint32_t index) const {
  const GraphRecords& graph = records(*this);
  const GraphParameterRecord& record = graph.parameters[index];
  return {graph.string(record.name), record.type, record.initial, record.min, record.max};
}

std::uint32_t GraphView::state_count() const {
  return static_cast<std::uint32_t>(records(*this).nodes.size());
}

std::string_view GraphView::state_name(std::uint32_t state) const {
  const GraphRecords& graph = records(*this);
  return graph.string(graph.nodes[state].name);
}

std::uint32_t GraphView::machine_count() const {
  return static_cast<std::uint32_t>(records(*this).machines.size());
}

std::uint32_t GraphView::newest_state(ByteSpan state, std::uint32_t machine) const {
  const graph_state::Machine& active =
      graph_state::ConstBlock(records(*this), state.data()).machines[machine];
  return active.count == 0 ? kNone : active.newest().state;
}

std::string layer_path(const GraphView& view, std::uint32_t index) {
  const GraphRecords& graph = records(view);
  const GraphLayer& layer = graph.layers[index];
  const std::string name(graph.string(layer.name));
  if (layer.parent_state != kNone16) return state_path(graph, layer.parent_state) + "/" + name;
  return layer.parent_layer == kNone16 ? name : layer_path(graph, layer.parent_layer) + "/" + name;
}

std::string machine_path(const GraphRecords& graph, std::uint32_t index) {
  const GraphMachine& machine = graph.machines[index];
  const bool in_layer = graph.layers[machine.layer].parent_state == machine.parent_state;
  return in_layer ? layer_path(graph, machine.layer) : state_path(graph, machine.parent_state);
}

std::string state_path(const GraphView& view, std::uint32_t index) {
  const GraphRecords& graph = records(view);
  return machine_path(graph, graph.nodes[index].machine) + "/" +
         std::string(graph.string(graph.nodes[index].name));
}

std::string line_path(const GraphView& view, std::uint16_t layer, std::uint16_t state) {
  const GraphRecords& graph = records(view);
  if (state == kNone16 || graph.machines[graph.nodes[state].machine].layer != layer)
    return layer_path(graph, layer);
  return state_path(graph, state);
}

}  // namespace skelter
