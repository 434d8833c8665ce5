#pragma once
// The layers of a character whose clips are started by calls: flat bytes without gaps, so that saving is
// copying; and what follows from them alone. Rules R.. are those of the animation graph (docs/play.md says
// them in words).

#include <cstdint>
#include <type_traits>

#include "play/character_core.h"
#include "play/fade_stack.h"
#include "skelter/play/character.h"

namespace skelter::play_state {

inline constexpr std::uint8_t kNoInstance = 0xFF;  // a fade to or from nothing has no voice

// A clip that is heard.
struct ClipInstance {
  double position_s = 0;  // play time; of a clip that plays once inside it
  double speed = 1;
  std::uint16_t clip = kNone16;
  Loop loop = Loop::as_made;
  std::uint8_t reserved[5] = {};
};

// One fade of a layer's stack; the lowest has none.
struct Fade {
  double elapsed_s = 0;
  double fade_s = 0;
  std::uint16_t profile = kNone16;
  std::uint8_t instance = kNoInstance;
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  std::uint8_t reserved[3] = {};
};

// How a clip starts, now or from the queue. kNone16: silence.
struct Start {
  double start_s = 0;
  double fade_s = 0;
  double speed = 1;
  std::uint16_t clip = kNone16;
  std::uint16_t profile = kNone16;
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  Loop loop = Loop::as_made;
  std::uint8_t restart = 1;
};

inline Start fade_out(double fade_s) {
  Start start;
  start.fade_s = fade_s;
  return start;
}

struct Layer {
  float weight = 1;
  float root_motion = 0;
  std::uint16_t mask = kNone16;
  LayerMode mode = LayerMode::override;
  std::uint8_t fade_count = 0;
  std::uint8_t queued = 0;
  std::uint8_t unreported_start = 0;   // with the next update
  std::uint8_t reported_finished = 0;  // of the newest
  std::uint8_t reserved = 0;
  Fade fades[kMostFades];  // old to new
  ClipInstance instances[kMostFades];
  Start queue[kMostQueued];
};
static_assert(sizeof(ClipInstance) == 24 && sizeof(Fade) == 24 && sizeof(Start) == 32);
static_assert(sizeof(Layer) == 16 + 4 * 24 + 4 * 24 + 4 * 32 && std::is_trivially_copyable_v<Layer>);

// Of a fade, with its time moved ahead.
inline double faded(const Fade& fade, double ahead_s) {
  return faded(fade.elapsed_s + ahead_s, fade.fade_s, fade.curve, fade.kind == FadeKind::inertialize);
}

// Whether a clip that comes by inertialization counts fully at once (rule "inertialization"): for events, and
// for lists of those who keep the difference. Else it fades in linearly.
enum class Inertia : std::uint8_t { full, linear };
StackWeights stack_weights(const Layer& layer, double ahead_s);

inline const ClipInstance* newest(const Layer& layer) {
  if (layer.fade_count == 0) return nullptr;
  const std::uint8_t instance = layer.fades[layer.fade_count - 1].instance;
  return instance == kNoInstance ? nullptr : &layer.instances[instance];
}
inline ClipInstance* newest(Layer& layer) {
  return const_cast<ClipInstance*>(newest(static_cast<const Layer&>(layer)));
}

// Every voice that some fade has, once.
template <class Visit>
void for_each_active(Layer& layer, const Visit& visit) {
  std::uint32_t active = 0;
  for (std::uint32_t k = 0; k < layer.fade_count; ++k) {
    const std::uint8_t instance = layer.fades[k].instance;
    if (instance == kNoInstance || (active >> instance & 1) != 0) continue;
    active |= 1u << instance;
    visit(layer.instances[instance]);
  }
}

// Play time after so many seconds at the character's speed: clips that play once wait at their ends, and
// rounds that cannot be counted any more are left out.
double moved_on(const ClipInstance& instance, const ClipView& clip, double character_speed, double seconds);
bool at_end(const ClipInstance& instance, const ClipView& clip, double character_speed);
// Until the clip that waits first starts; infinite without one.
double until_queued_s(const Layer& layer, std::span<const ClipView> clips, double character_speed);

// Drops the fade with the smallest weight of a full stack (rule "four fades").
void drop_weakest(Layer& layer);
// Puts a clip onto the stack (rule "entering"); there is room. Clears what waits to be reported of the one
// before.
void push(Layer& layer, const Start& start);
// Fades move on; those that are over end what lies below them.
void advance_fades(Layer& layer, double seconds);

// What an event of a clip is reported with, after so many seconds: its weight on its layer, and what the
// layers above without a mask leave of it (rule "event weight").
double event_weight(std::span<const Layer> layers, std::uint32_t index, const ClipInstance& instance,
                    double ahead_s);
// Root motion of a step, from where the voices are (rules "root motion" and "root motion of layers").
RigidMotion root_step(std::span<const Layer> layers, std::span<const ClipView> clips, double character_speed,
                      double seconds);

// The flat list (rule "layers"). Returns the number of lines; `lines` has room for 8 per layer.
std::uint32_t make_list(std::span<const Layer> layers, std::span<const ClipView> clips,
                        double character_speed, double ahead_s, Inertia inertia, CrowdLayer* lines);

// Everything that a list or an update relies on, of bytes that may be anything. Clips are not prepared yet.
bool is_sound(const Layer& layer, const CharacterData& data);
// Whether a mask holds rates of fades: 1 to 4, divided by 4.
bool is_profile(const Skeleton& skeleton, std::uint32_t mask);

}  // namespace skelter::play_state
