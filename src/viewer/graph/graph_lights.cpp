#include "viewer/graph/internal/graph_lights.h"

#include <map>

#include "play/internal/graph_probe.h"

namespace skelter {

GraphLights lights(const OpenGraph& graph, const GraphFrame& frame) {
  GraphLights lit;
  lit.states.resize(graph.view.nodes.size());
  lit.fades.resize(graph.view.transitions.size());
  lit.machines.resize(graph.view.machines.size());
  const OpenGraph& of_frame = *frame.graph;
  const bool same = &of_frame == &graph;
  std::map<std::string, std::uint32_t> by_path;
  for (std::uint32_t s = 0; !same && s < graph.view.nodes.size(); ++s) by_path[state_path(graph.view, s)] = s;
  const auto found = [&](std::uint16_t state) -> std::uint32_t {
    if (same) return state;
    const auto known = by_path.find(state_path(of_frame.view, state));
    return known == by_path.end() ? kNone : known->second;
  };
  const GraphProbe probe = frame.probe();
  for (std::uint32_t m = 0; m < of_frame.view.machines.size(); ++m) {
    if (!probe.is_active(m)) continue;
    GraphEntry entries[kMaxStackEntries];
    const std::uint32_t count = probe.stack(m, entries);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t state = found(entries[k].state);
      if (state == kNone) continue;
      GraphLights::State& light = lit.states[state];
      light.weight += entries[k].weight;
      light.newest = k + 1 == count;
      light.time_s = entries[k].time_s;
      lit.machines[graph.view.nodes[state].machine] = true;
      if (same && k > 0 && entries[k].transition < lit.fades.size())
        lit.fades[entries[k].transition] = std::max(entries[k].a, 0.02);
    }
  }
  return lit;
}

std::vector<GraphChoice> choices(const GraphFrame& frame, std::uint32_t machine) {
  const OpenGraph& graph = *frame.graph;
  const GraphProbe probe = frame.probe();
  std::vector<GraphChoice> list;
  GraphEntry entries[kMaxStackEntries];
  const std::uint32_t count = probe.stack(machine, entries);
  if (count == 0 || !probe.is_active(machine)) return list;
  const GraphMachine& record = graph.view.machines[machine];
  const GraphEntry& newest = entries[count - 1];
  const auto add = [&](std::uint32_t first, std::uint32_t size, bool any) {
    for (std::uint32_t i = first; i < first + size; ++i) {
      const GraphTransition& transition = graph.view.transitions[i];
      if (any && transition.to == newest.state && transition.self == 0) continue;
      const GraphCondition condition = probe.condition(i, count - 1);
      list.push_back({i, machine_path(graph.view, machine), any ? "any" : graph.state_name(newest.state),
                      graph.state_name(transition.to), graph.conditions[i],
                      condition_values(graph.view, condition), condition.holds});
    }
  };
  add(record.first_any, record.any_count, true);
  add(graph.view.nodes[newest.state].first_transition, graph.view.nodes[newest.state].transition_count,
      false);
  return list;
}

}  // namespace skelter
