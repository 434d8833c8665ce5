#pragma once
// GraphPlayer: updates the animation graph of a character, including switches without a fade.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "play/character_core.h"
#include "play/graph/step.h"
#include "skelter/core/bytes.h"

namespace skelter::play_state {

class GraphPlayer final : public CharacterGraph, graph_state::SwitchWatcher {
 public:
  // `block`: graph.state_bytes bytes of the character's state.
  GraphPlayer(CharacterCore& core, std::byte* block);

  Status set(std::uint32_t parameter, float value) override;
  Status fire(std::uint32_t parameter) override;
  Status play_slot(std::uint32_t slot, const SlotPlay& play) override;
  Status stop_slot(std::uint32_t slot) override;

  // Advances time and computes events, root motion and the list.
  void update(double dt_s);
  // On an error nothing changes. restore_block() does not pose the character.
  Status restore(ByteSpan block) override;
  Status restore_block(ByteSpan block);
  void show_restored();

  std::span<std::byte> block() const { return {block_, graph_.state_bytes}; }
  ByteSpan state() const override { return block(); }
  std::span<const GraphEvent> events() const override { return {events_.data(), reported_.count}; }
  void clear_events() { reported_.count = reported_.dropped = 0; }
  bool in_transition(std::uint32_t layer) const override;

 private:
  void before(double at_s) override;
  void after(double fade_s, std::uint16_t profile) override;
  void cut() override;
  std::uint32_t list_at(double ahead_s, PoseListEntry* lines);
  Status check_parameter(std::uint32_t parameter, bool trigger);
  void report(GraphEvent& event);
  Status refuse_block_of(std::uint64_t hash);

  CharacterCore& core_;
  const GraphRecords& graph_;
  std::byte* block_;
  GraphUpdateJob job_;
  std::vector<GraphEvent> events_;
  GraphEvents reported_;
  std::vector<double> copy_;  // copy of the block
  double seen_s_ = 0;         // time of the update up to which the difference has decayed
  bool moves_root_ = false;   // some clip has root motion
};

}  // namespace skelter::play_state
