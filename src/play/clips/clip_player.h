#pragma once
// What plays on the layers of a character whose clips are started by calls: play, queue, stop. Its rules in
// words: docs/play.md.

#include <cstdint>
#include <span>

#include "play/character_core.h"
#include "play/clips/layer.h"
#include "skelter/core/bytes.h"

namespace skelter::play_state {

class ClipPlayer {
 public:
  // The layers stand in the character's state.
  ClipPlayer(CharacterCore& core, Layer* layers, std::uint32_t layer_count);

  Status play(std::uint32_t clip, const PlayOptions& options);
  Status queue(std::uint32_t clip, const PlayOptions& options);
  Status stop(std::uint32_t layer, double fade_s);
  Status queue_stop(std::uint32_t layer, double fade_s);
  Status set_loop(Loop loop, std::uint32_t layer);
  Status seek(double position_s, std::uint32_t layer);
  Status set_layer(std::uint32_t layer, const LayerSettings& settings);

  // Time, events, root motion, the list.
  void update(double dt_s);
  void list();
  // Bytes of all layers. A state that is refused changes nothing.
  Status restore(ByteSpan layers);

  std::uint32_t clip(std::uint32_t layer) const;
  double position_s(std::uint32_t layer) const;
  bool finished(std::uint32_t layer) const;
  bool in_transition(std::uint32_t layer) const;
  std::uint32_t queued(std::uint32_t layer) const;
  LayerSettings layer(std::uint32_t layer) const;

 private:
  Status check_layer(std::uint32_t layer);
  Status check_newest(std::uint32_t layer);
  Status check_play(std::uint32_t clip, const PlayOptions& options);
  Status check_stop(std::uint32_t layer, double fade_s);
  void start(std::uint32_t layer, const Start& start);
  void start_queued(std::uint32_t layer, double at_s);
  void advance(double part_s, double at_s);
  std::uint32_t list_at(double ahead_s, CrowdLayer* lines) const;

  CharacterCore& core_;
  Layer* layers_;
  std::uint32_t layer_count_;
  std::uint32_t used_ = 0;  // the layers above never played anything
};

}  // namespace skelter::play_state
