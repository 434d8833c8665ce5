#pragma once
// CharacterClips: plays, queues and fades clips on the layers of a Character without a graph.
//
//   CharacterClips& clips = *hero.clips();
//   clips.play(walk, {.fade_s = 0.2});
//   clips.play(wave, {.layer = 1, .loop = Loop::once});
//   clips.queue_stop(1);
//
// Each layer keeps up to four clips that fade over each other. A new clip lets running fades continue, so
// that neither weights nor their speeds jump. With FadeKind::inertialize the new clip has all the weight at
// once, and the difference to the old pose decays to zero.

#include <cstdint>

#include "skelter/core/none.h"
#include "skelter/core/status.h"
#include "skelter/math/play_time.h"
#include "skelter/play/fade.h"

namespace skelter {

inline constexpr std::uint32_t kMaxCharacterLayers = 4;  // with four fades each, they fill a pose list
inline constexpr std::uint32_t kMaxFades = 4;            // active clips of a layer
inline constexpr std::uint32_t kMaxQueued = 4;           // waiting clips of a layer

// The mask with weight 1 for every joint. kNone, the result of a failed search, is not a mask and is an
// error.
inline constexpr std::uint32_t kAllJoints = 0xFFFFFFFE;

enum class LayerMode : std::uint8_t {
  override,  // replaces the layers below at the joints of its mask
  additive,  // adds its clips, which must be additive, to the layers below
};

struct PlayOptions {
  std::uint32_t layer = 0;
  double fade_s = 0;  // 0: at once. The first clip of layer 0 always starts at once
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  Loop loop = Loop::as_made;
  double start_s = 0;  // play time at which the clip starts
  double speed = 1;    // multiplied by the character's speed; negative: backwards
  // False: a clip that is active on the layer continues from its position. If it is the newest, only its
  // speed and loop change. A game may therefore repeat the call in every frame.
  bool restart = true;
  // A mask of the skeleton with the fade rate of each joint, 1 to 4, divided by 4. kAllJoints: rate 1 for
  // all. Layers that fade in or out fade as a whole.
  std::uint32_t profile = kAllJoints;
};

struct LayerSettings {
  LayerMode mode = LayerMode::override;  // layer 0: always override
  std::uint32_t mask = kAllJoints;       // index of a mask of the skeleton
  float weight = 1;                      // override: 0 to 1. Layer 0: always 1
  float root_motion = 0;  // share of the root motion below that the layer replaces, 0 to 1. Layer 0: always 1
};

// A call that returns an error changes nothing, and Character::why() returns the reason.
class CharacterClips {
 public:
  CharacterClips(const CharacterClips&) = delete;
  CharacterClips& operator=(const CharacterClips&) = delete;

  // Starts a clip on a layer, and clears the layer's queue. Events come with the next update. Errors:
  // invalid_argument for options out of range, unknown clips, and clips that do not fit the layer's mode;
  // not_ready; those of CharacterData::prepare.
  virtual Status play(std::uint32_t clip, const PlayOptions& options = {}) = 0;
  // Starts a clip when the previous one ends; a looping clip ends with its current cycle. The fade begins
  // fade_s before that, at the exact time inside a step. Errors: as for play(); limit_exceeded if kMaxQueued
  // clips wait.
  virtual Status queue(std::uint32_t clip, const PlayOptions& options = {}) = 0;
  // Fades a layer out smoothly, now or at the end of its clip. Errors: invalid_argument for layer 0, which
  // must play a clip, and for a layer without a clip; as for queue().
  virtual Status stop(std::uint32_t layer, double fade_s = 0.2) = 0;
  virtual Status queue_stop(std::uint32_t layer, double fade_s = 0.2) = 0;

  // These two change the newest clip of a layer. seek() reports no events. Errors: invalid_argument if there
  // is no clip.
  virtual Status set_loop(Loop loop, std::uint32_t layer = 0) = 0;
  virtual Status seek(double position_s, std::uint32_t layer = 0) = 0;
  // The mode can change only while the layer plays no clip.
  virtual Status set_layer(std::uint32_t layer, const LayerSettings& settings) = 0;

  virtual std::uint32_t clip(std::uint32_t layer = 0) const = 0;  // the newest clip; kNone: none
  virtual double position_s(
      std::uint32_t layer = 0) const = 0;  // the play time of that clip, not folded; 0 if there is none
  virtual bool finished(std::uint32_t layer = 0) const = 0;       // that clip plays once and is at its end
  virtual bool in_transition(std::uint32_t layer = 0) const = 0;  // a fade is running
  virtual std::uint32_t queued(std::uint32_t layer = 0) const = 0;
  virtual LayerSettings layer(std::uint32_t layer) const = 0;

 protected:
  CharacterClips() = default;
  ~CharacterClips() = default;
};

}  // namespace skelter
