#pragma once
// CharacterGraph: sets the parameters of a Character's animation graph, fires its triggers and plays clips in
// its slots. Indices come from find_parameter and find_slot.
//
//   CharacterGraph& graph = *hero.graph();
//   graph.set(speed, 2.5f);
//   graph.fire(jump);
//
// The next update uses the values. A call that returns an error changes nothing, and Character::why() returns
// the reason.

#include <cstdint>
#include <span>

#include "skelter/core/bytes.h"
#include "skelter/core/status.h"
#include "skelter/play/graph_event.h"
#include "skelter/play/slot_play.h"

namespace skelter {

class CharacterGraph {
 public:
  CharacterGraph(const CharacterGraph&) = delete;
  CharacterGraph& operator=(const CharacterGraph&) = delete;

  // Errors: invalid_argument for an unknown index, for a trigger in set(), for any other parameter in fire(),
  // and for a value that is NaN. PlayCounters count these errors.
  virtual Status set(std::uint32_t parameter, float value) = 0;
  virtual Status fire(std::uint32_t parameter) = 0;
  virtual Status play_slot(std::uint32_t slot, const SlotPlay& play) = 0;
  virtual Status stop_slot(std::uint32_t slot) = 0;

  // Events of the last update: those of Character::events() in the graph's form, and states entered and left.
  virtual std::span<const GraphEvent> events() const = 0;
  // Whether the state machine of a top-level layer is fading between states.
  virtual bool in_transition(std::uint32_t layer = 0) const = 0;
  // The block of the graph after the last update and the calls since: for GraphView, recordings and
  // rollback.
  virtual ByteSpan state() const = 0;
  // Restores that state at once and without events. Errors: invalid_argument for a block of another graph or
  // a wrong size; bad_data.
  virtual Status restore(ByteSpan state) = 0;

 protected:
  CharacterGraph() = default;
  ~CharacterGraph() = default;
};

}  // namespace skelter
