#pragma once
// Highlights of a graph's diagram at a frame: states by weight, transitions by fade progress.

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/graph/graph_recording.h"

namespace skelter {

struct GraphLights {
  struct State {
    double weight = 0;    // within its machine; 0: not on the stack
    bool newest = false;  // source of the next transition
    double time_s = 0;    // time in the state, for its newest instance
  };
  std::vector<State> states;   // by state of `graph`
  std::vector<double> fades;   // by transition of `graph`: progress above 0 during the fade; otherwise 0
  std::vector<bool> machines;  // active machines
};
// The frame may belong to an older graph. In that case states are matched by path, and transitions are not
// highlighted.
GraphLights lights(const OpenGraph& graph, const GraphFrame& frame);

// A transition that could be taken now. The text looks like "grounded and time >= 0.3 (grounded = 1, time =
// 0.12)". Choices are in evaluation order.
struct GraphChoice {
  std::uint32_t transition = 0;
  std::string machine, from, to, when;  // from: "any" for transitions from any state
  std::vector<ConditionValue> values;
  bool holds = false;
};
std::vector<GraphChoice> choices(const GraphFrame& frame, std::uint32_t machine);

}  // namespace skelter
