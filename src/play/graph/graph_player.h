#pragma once
// What plays on a character that a graph decides for: the update of one instance, with its switches.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "play/character_core.h"
#include "play/graph/step.h"
#include "skelter/core/bytes.h"

namespace skelter::play_state {

class GraphPlayer final : graph_state::SwitchWatcher {
 public:
  // The block, graph.state_bytes, stands in the character's state.
  GraphPlayer(CharacterCore& core, std::byte* block);
  GraphPlayer(const GraphPlayer&) = delete;
  GraphPlayer& operator=(const GraphPlayer&) = delete;
  ~GraphPlayer() = default;

  Status set(std::uint32_t parameter, float value);
  Status fire(std::uint32_t parameter);
  Status play_slot(std::uint32_t slot, const SlotPlay& play);
  Status stop_slot(std::uint32_t slot);

  // Time, events, root motion, the list.
  void update(double dt_s);
  void list();
  // A state that is refused changes nothing.
  Status restore(ByteSpan block);

  GraphState block() const { return {block_, graph_.state_bytes}; }
  std::span<const GraphEvent> events() const { return {events_.data(), reported_.count}; }
  void clear_events() { reported_.count = reported_.dropped = 0; }
  bool in_transition(std::uint32_t layer) const;

 private:
  void before(double at_s) override;
  void after(double fade_s, std::uint16_t profile) override;
  void cut() override;
  std::uint32_t list_at(double ahead_s, CrowdLayer* lines);
  Status check_parameter(std::uint32_t parameter, bool trigger);
  void report(GraphEvent& event);
  Status refuse_block_of(std::uint64_t hash);

  CharacterCore& core_;
  const GraphView& graph_;
  std::byte* block_;
  GraphUpdateJob job_;
  std::vector<GraphEvent> events_;
  GraphEvents reported_;
  std::vector<double> copy_;  // of the block
  double seen_s_ = 0;         // of the update: how far the difference died away
  bool moves_root_ = false;   // some clip has root motion
};

}  // namespace skelter::play_state
