#pragma once
// Layer: the state of a layer that plays clips by calls, as flat bytes without gaps, so that saving is
// copying; and functions that use that state. The rules are those of animation graphs (docs/graph.md;
// docs/play.md explains them).

#include <cstdint>
#include <type_traits>

#include "play/character_core.h"
#include "play/fade_stack.h"
#include "skelter/play/character.h"

namespace skelter::play_state {

inline constexpr std::uint8_t kNoInstance = 0xFF;  // instance of a fade to or from nothing

// An active clip.
struct ClipInstance {
  double position_s = 0;  // play time; clamped to the clip if it plays once
  double speed = 1;
  std::uint16_t clip = kNone16;
  Loop loop = Loop::as_made;
  std::uint8_t reserved[5] = {};
};

// An entry of a layer's stack. The lowest entry has no fade.
struct Fade {
  double elapsed_s = 0;
  double fade_s = 0;
  std::uint16_t profile = kNone16;
  std::uint8_t instance = kNoInstance;
  FadeCurve curve = FadeCurve::smooth;
  FadeKind kind = FadeKind::crossfade;
  std::uint8_t reserved[3] = {};
};

// The start of a clip, now or from the queue. kNone16: fades the layer out.
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
  std::uint8_t unreported_start = 0;   // 1: the next update reports `started`
  std::uint8_t reported_finished = 0;  // 1: the end of the newest clip was reported
  std::uint8_t reserved = 0;
  Fade fades[kMaxFades];  // old to new
  ClipInstance instances[kMaxFades];
  Start queue[kMaxQueued];
};
static_assert(sizeof(ClipInstance) == 24 && sizeof(Fade) == 24 && sizeof(Start) == 32);
static_assert(sizeof(Layer) == 16 + 4 * 24 + 4 * 24 + 4 * 32 && std::is_trivially_copyable_v<Layer>);

// Progress of a fade ahead_s seconds from now.
inline double faded(const Fade& fade, double ahead_s) {
  return faded(fade.elapsed_s + ahead_s, fade.fade_s, fade.curve, fade.kind == FadeKind::inertialize);
}

// Whether an inertialized clip has its full weight at once (rule "inertialization"), as in events and for
// callers that keep the difference, or fades in linearly.
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

// Visits each instance on the stack once.
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

// The play time `seconds` later, at the character's speed. Clips that play once stop at their ends, and
// cycles beyond the range of the count are dropped.
double moved_on(const ClipInstance& instance, const ClipView& clip, double character_speed, double seconds);
bool at_end(const ClipInstance& instance, const ClipView& clip, double character_speed);
// Seconds until the first queued clip starts; infinite if none is queued.
double until_queued_s(const Layer& layer, std::span<const ClipView> clips, double character_speed);

// Drops the fade with the smallest weight of a full stack (rule "four fades").
void drop_weakest(Layer& layer);
// Puts a clip onto the stack, which must not be full (rule "entering"). Clears unreported events of the
// previous clip.
void push(Layer& layer, const Start& start);
// Advances fades. A complete fade removes the entries below it.
void advance_fades(Layer& layer, double seconds);

// The weight of a clip's events ahead_s seconds from now: its weight on its layer, times the share that the
// layers above it without a mask leave (rule "event weight").
double event_weight(std::span<const Layer> layers, std::uint32_t index, const ClipInstance& instance,
                    double ahead_s);
// Root motion of a step from the current positions (rules "root motion" and "root motion of layers").
RigidMotion root_step(std::span<const Layer> layers, std::span<const ClipView> clips, double character_speed,
                      double seconds);

// Makes the pose list (rule "layers") and returns its size. `lines` has a capacity of 8 for each layer.
std::uint32_t make_list(std::span<const Layer> layers, std::span<const ClipView> clips,
                        double character_speed, double ahead_s, Inertia inertia, PoseListEntry* lines);

// Checks arbitrary bytes for everything that lists and updates rely on. Clips may be unprepared.
bool is_sound(const Layer& layer, const CharacterData& data);
// Whether a mask is a profile: rates of fades from 1 to 4, divided by 4.
bool is_profile(const Skeleton& skeleton, std::uint32_t mask);

}  // namespace skelter::play_state
