#pragma once
// What of a graph's picture is lit at a frame: states by what they weigh, transitions by how far they are.

#include <cstdint>
#include <string>
#include <vector>

#include "viewer/content/graph_recording.h"

namespace skelter {

struct GraphLights {
  struct State {
    double weight = 0;    // in its machine; 0: not on the stack
    bool newest = false;  // that takes transitions
    double time_s = 0;    // in the state; of the newest voice
  };
  std::vector<State> states;   // by state of `graph`
  std::vector<double> fades;   // by transition of `graph`: how far, above 0 while it fades; else 0
  std::vector<bool> machines;  // that are heard
};
// The frame may be of an older graph: then states are found by their paths, and no fades are lit.
GraphLights lights(const OpenGraph& graph, const GraphFrame& frame);

// "grounded and time >= 0.3 (grounded = 1, time = 0.12)" for each transition that could be taken now, in the
// order in which they are looked at.
struct GraphChoice {
  std::uint32_t transition = 0;
  std::string machine, from, to, when;  // from: "any" of those from everywhere
  std::vector<ConditionValue> values;
  bool holds = false;
};
std::vector<GraphChoice> choices(const GraphFrame& frame, std::uint32_t machine);

}  // namespace skelter
