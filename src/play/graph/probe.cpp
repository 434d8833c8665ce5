#include "play/internal/graph_probe.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "play/graph/list.h"
#include "play/graph/step.h"

namespace skelter {
namespace {

// The const_cast is safe: the functions that use this instance only read the block.
graph_state::GraphInstance now(const GraphProbe& probe) {
  return {*probe.graph, probe.clips,
          graph_state::Block(*probe.graph, const_cast<std::byte*>(probe.state.data()))};
}
graph_state::ConstBlock block_of(const GraphProbe& probe) {
  return {*probe.graph, probe.state.data()};
}
GraphUpdateJob job_of(const GraphProbe& probe) {
  GraphUpdateJob job;
  job.graph = probe.graph;
  job.clips = probe.clips;
  return job;
}

}  // namespace

std::uint32_t GraphProbe::list(std::span<PoseListEntry> lines, std::span<GraphLine> out,
                               std::span<double> strengths) const {
  const graph_state::GraphInstance at = now(*this);
  graph_state::LineOrigin origins[kMaxGraphLines];
  PoseListEntry made[kMaxGraphLines];
  graph_state::ListMaker maker(at, false, made, origins);
  std::fill(strengths.begin(), strengths.end(), std::numeric_limits<double>::quiet_NaN());
  maker.keep_strengths(strengths);
  const std::uint32_t count = maker.make();
  for (std::uint32_t i = 0; i < count; ++i) {
    lines[i] = made[i];
    std::uint16_t top = origins[i].layer;
    while (top >= graph->top_layers) top = graph->layers[top].parent_layer;
    out[i] = {origins[i].layer, top, origins[i].state, origins[i].in_layer, origins[i].time_s, kNone16};
    if (origins[i].instance == nullptr) continue;
    for (std::uint32_t k = 0; k < i && out[i].same_as == kNone16; ++k)
      if (origins[k].instance == origins[i].instance && origins[k].leaf == origins[i].leaf)
        out[i].same_as = static_cast<std::uint16_t>(k);
  }
  return count;
}

std::uint32_t GraphProbe::stack(std::uint32_t index, std::span<GraphEntry, kMaxStackEntries> out) const {
  const graph_state::Machine& machine = block_of(*this).machines[index];
  graph_state::StackWeights weights;
  graph_state::weigh_stack(*graph, machine, 0, weights);
  for (std::uint32_t k = 0; k < machine.count; ++k) {
    const graph_state::Entry& entry = machine.entries[k];
    const graph_state::StateInstance& instance = machine.instances[entry.instance];
    out[k] = {instance.state,   k == 0 ? kNone16 : entry.transition, 1, weights.linear[k], instance.time_s,
              instance.position};
    if (k != 0) out[k].a = graph_state::faded(graph_state::fade_of(*graph, entry), entry.elapsed_s);
  }
  return machine.count;
}

bool GraphProbe::is_active(std::uint32_t index) const {
  const graph_state::ConstBlock block = block_of(*this);
  return block.machines[index].count != 0 &&
         graph_state::is_active(*graph, block, graph->machines[index].parent_state);
}

double GraphProbe::position(std::uint32_t group) const {
  return block_of(*this).groups[group];
}

double GraphProbe::left_s(std::uint32_t index, std::uint32_t entry) const {
  const graph_state::GraphInstance at = now(*this);
  const graph_state::Machine& machine = at.block.machines[index];
  return graph_state::left_s(at, machine.instances[machine.entries[entry].instance]);
}

GraphCondition GraphProbe::condition(std::uint32_t transition, std::uint32_t entry) const {
  graph_state::Scratch scratch;
  const graph_state::Step step(job_of(*this), const_cast<std::byte*>(state.data()), nullptr, scratch);
  const std::uint16_t machine = graph->nodes[graph->transitions[transition].to].machine;
  return graph_state::condition_of(step, static_cast<std::uint16_t>(transition), machine,
                                   step.at.block.machines[machine].entries[entry].instance, false);
}

std::vector<GraphCondition> GraphProbe::taken(double dt_s) const {
  std::vector<double> copy(state.size() / sizeof(double));
  std::memcpy(copy.data(), state.data(), state.size());
  std::vector<GraphCondition> taken;
  graph_state::Scratch scratch;
  graph_state::Step step(job_of(*this), reinterpret_cast<std::byte*>(copy.data()), nullptr, scratch);
  step.wanted.taken = &taken;
  graph_state::update(step, dt_s, 0, nullptr, nullptr);
  return taken;
}

}  // namespace skelter
