#pragma once
// ClipPlayer: the layers of a character that plays clips by calls (play, queue, stop). docs/play.md describes
// its rules.

#include <cstdint>
#include <span>

#include "play/character_core.h"
#include "play/clips/layer.h"
#include "skelter/core/bytes.h"

namespace skelter::play_state {

class ClipPlayer final : public CharacterClips {
 public:
  // The layers are part of the character's state.
  ClipPlayer(CharacterCore& core, Layer* layers, std::uint32_t layer_count);

  Status play(std::uint32_t clip, const PlayOptions& options) override;
  Status queue(std::uint32_t clip, const PlayOptions& options) override;
  Status stop(std::uint32_t layer, double fade_s) override;
  Status queue_stop(std::uint32_t layer, double fade_s) override;
  Status set_loop(Loop loop, std::uint32_t layer) override;
  Status seek(double position_s, std::uint32_t layer) override;
  Status set_layer(std::uint32_t layer, const LayerSettings& settings) override;

  // Advances time and computes events, root motion and the list.
  void update(double dt_s);
  // Restores the bytes of all layers. Damaged bytes change nothing.
  Status restore(ByteSpan layers);
  void show_restored();

  std::uint32_t clip(std::uint32_t layer) const override;
  double position_s(std::uint32_t layer) const override;
  bool finished(std::uint32_t layer) const override;
  bool in_transition(std::uint32_t layer) const override;
  std::uint32_t queued(std::uint32_t layer) const override;
  LayerSettings layer(std::uint32_t layer) const override;

 private:
  Status check_layer(std::uint32_t layer);
  Status check_newest(std::uint32_t layer);
  Status check_play(std::uint32_t clip, const PlayOptions& options);
  Status check_stop(std::uint32_t layer, double fade_s);
  void start(std::uint32_t layer, const Start& start);
  void start_queued(std::uint32_t layer, double at_s);
  void advance(double part_s, double at_s);
  std::uint32_t list_at(double ahead_s, PoseListEntry* lines) const;

  CharacterCore& core_;
  Layer* layers_;
  std::uint32_t layer_count_;
  std::uint32_t used_ = 0;  // layers from here on have never played a clip
};

}  // namespace skelter::play_state
