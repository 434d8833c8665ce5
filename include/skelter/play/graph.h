#pragma once
// GraphView: a compiled animation graph. `compile` writes it, packs store it, CharacterData reads and checks
// it, and GraphUpdateJob (play/graph_update_job.h) runs any number of instances of it.
//
//   const GraphView& graph = data.graph(data.find_graph("hero"));
//   const std::uint32_t speed = find_parameter(graph, "speed");
//
// Parameters, states, layers and slots have indices. Names are for display and for look-up at set-up; nothing
// is looked up by name while a graph runs. docs/graph.md.

#include <cstdint>
#include <string>
#include <string_view>

#include "skelter/core/bytes.h"
#include "skelter/core/none.h"

namespace skelter {

enum class GraphParameterType : std::uint8_t { number, integer, boolean, trigger };

// All values are floats; integers are rounded, booleans are 0 or 1.
struct GraphParameter {
  std::string_view name;
  GraphParameterType type = GraphParameterType::number;
  float initial = 0;       // triggers: 0
  float min = 0, max = 0;  // set values are clamped
};

class GraphView {
 public:
  std::uint32_t state_bytes = 0;  // size of the state of one instance, a multiple of 8
  std::uint32_t max_entries = 0;  // entries of its pose list, in the worst case

  std::uint32_t parameter_count() const;
  GraphParameter parameter(std::uint32_t index) const;     // precondition: index < parameter_count()
  std::uint32_t state_count() const;                       // total of all machines
  std::string_view state_name(std::uint32_t state) const;  // without the path
  std::uint32_t machine_count() const;  // the machine of the first layer that has one comes first
  // The newest state of a machine, which may still be fading in; kNone: the machine has not started. `state`:
  // a block that start() made or check_state() accepted.
  std::uint32_t newest_state(ByteSpan state, std::uint32_t machine = 0) const;

 protected:  // a part of the internal records of a graph
  GraphView() = default;
  GraphView(const GraphView&) = default;
  GraphView& operator=(const GraphView&) = default;
  ~GraphView() = default;
};

// Find an index by name, or return kNone. For set-up: O(n).
std::uint32_t find_parameter(const GraphView& graph, std::string_view name);
std::uint32_t find_slot(const GraphView& graph, std::string_view layer_path);

// Paths such as "body/ground/inner", explained in docs/graph.md. These functions allocate.
std::string layer_path(const GraphView& graph, std::uint32_t layer);
std::string state_path(const GraphView& graph, std::uint32_t state);
// The path of the state of a list entry or event, or of its layer if the layer has no machine or is inside
// the state.
std::string line_path(const GraphView& graph, std::uint16_t layer, std::uint16_t state);

}  // namespace skelter
