#include "play/clips/layer.h"

#include <algorithm>
#include <cmath>

#include "skelter/runtime/clip.h"

namespace skelter::play_state {
namespace {

void erase_fades(Layer& layer, std::uint32_t first, std::uint32_t count) {
  layer.fade_count = erase_entries(layer.fades, layer.fade_count, first, count);
}

// The instance that a start continues (rule "entering": the newest with that clip), or a new one in an unused
// element. A start without a fade ends all other clips, so that any element is free.
std::uint8_t instance_for(Layer& layer, const Start& start, bool fades) {
  if (start.clip == kNone16) return kNoInstance;
  for (std::uint32_t i = layer.fade_count; start.restart == 0 && i-- > 0;) {
    const std::uint8_t instance = layer.fades[i].instance;
    if (instance == kNoInstance || layer.instances[instance].clip != start.clip) continue;
    layer.instances[instance].speed = start.speed;
    layer.instances[instance].loop = start.loop;
    return instance;
  }
  const std::uint8_t free = fades ? first_free_instance(layer.fades, layer.fade_count) : std::uint8_t{0};
  layer.instances[free] = {start.start_s, start.speed, start.clip, start.loop};
  return free;
}

}  // namespace

StackWeights stack_weights(const Layer& layer, double ahead_s) {
  StackWeights weights;
  weigh_stack(
      layer.fade_count, [&](std::uint32_t k) { return faded(layer.fades[k], ahead_s); },
      [&](std::uint32_t k) { return layer.fades[k].kind == FadeKind::inertialize; }, weights);
  return weights;
}

double moved_on(const ClipInstance& instance, const ClipView& clip, double character_speed, double seconds) {
  const double to_s = instance.position_s + seconds * (instance.speed * character_speed);
  const Loop loop = loop_of(clip, instance.loop);
  if (loop == Loop::once) return std::clamp(to_s, 0.0, std::max<double>(clip.duration_s, 0));
  const bool counts = std::abs(to_s) < static_cast<double>(kMaxCycles) * clip.duration_s;
  return counts ? to_s : fold_time(instance.position_s, clip.duration_s, Loop::loop).in_cycle_s;
}

bool at_end(const ClipInstance& instance, const ClipView& clip, double character_speed) {
  if (loop_of(clip, instance.loop) != Loop::once) return false;
  return instance.speed * character_speed < 0 ? instance.position_s <= kSame
                                              : instance.position_s >= clip.duration_s - kSame;
}

double until_queued_s(const Layer& layer, std::span<const ClipView> clips, double character_speed) {
  if (layer.queued == 0) return HUGE_VAL;
  const ClipInstance* const instance = newest(layer);
  if (instance == nullptr) return 0;
  const double speed = instance->speed * character_speed;
  if (speed == 0) return HUGE_VAL;
  const ClipView& clip = clips[instance->clip];
  const double duration_s = clip.duration_s;
  double end_s = speed > 0 ? duration_s : 0;
  if (loop_of(clip, instance->loop) != Loop::once) {
    // The end of the current cycle. Just before that end, which counts as reached, it is the end of the next
    // cycle.
    const double slack_s = std::abs(speed) * kSame / 2;
    end_s = duration_s * (speed > 0 ? std::floor((instance->position_s + slack_s) / duration_s) + 1
                                    : std::ceil((instance->position_s - slack_s) / duration_s) - 1);
  }
  return std::max(0.0, (end_s - instance->position_s) / speed - layer.queue[0].fade_s);
}

void drop_weakest(Layer& layer) {
  erase_fades(layer, weakest(stack_weights(layer, 0), layer.fade_count), 1);
}

void push(Layer& layer, const Start& start) {
  const bool fades = start.fade_s > 0 && (layer.fade_count != 0);
  Fade fade;
  fade.instance = instance_for(layer, start, fades);
  if (fades) {
    fade.fade_s = start.fade_s;
    fade.profile = start.profile;
    fade.curve = start.curve;
    fade.kind = start.kind;
  } else {
    std::fill(layer.fades, layer.fades + layer.fade_count, Fade{});
    layer.fade_count = 0;
  }
  layer.fades[layer.fade_count++] = fade;
  layer.unreported_start = start.clip != kNone16;
  layer.reported_finished = 0;
}

void advance_fades(Layer& layer, double seconds) {
  const std::uint32_t over =
      advance_entries(layer.fades, layer.fade_count, seconds, [](const Fade& fade) { return fade.fade_s; });
  if (over != 0) erase_fades(layer, 0, over);
}

// --- steps -------------------------------------------------------------------------------------------------

namespace {

// Weights of a layer's fades, and the share that the layer takes from the layers below.
struct LayerShare {
  double weights[kMaxFades];
  double strength = 0;  // sum over fades with an instance
  double scale = 1;     // factor for the layer's weights
  double takes = 0;
};
LayerShare share_of(const Layer& layer, bool lowest, double ahead_s, Inertia inertia) {
  LayerShare share;
  const StackWeights weights = stack_weights(layer, ahead_s);
  std::copy_n(inertia == Inertia::full ? weights.full : weights.linear, kMaxFades, share.weights);
  for (std::uint32_t k = 0; k < layer.fade_count; ++k)
    if (layer.fades[k].instance != kNoInstance) share.strength += share.weights[k];
  share.scale = lowest ? 1 : layer.weight;
  share.takes = lowest || layer.mode == LayerMode::additive ? 0 : layer.weight * share.strength;
  return share;
}

}  // namespace

double event_weight(std::span<const Layer> layers, std::uint32_t index, const ClipInstance& instance,
                    double ahead_s) {
  const Layer& own = layers[index];
  const LayerShare share = share_of(own, index == 0, ahead_s, Inertia::full);
  double weight = 0;
  for (std::uint32_t k = 0; k < own.fade_count; ++k)
    if (own.fades[k].instance != kNoInstance && &own.instances[own.fades[k].instance] == &instance)
      weight += share.weights[k];
  weight *= share.scale;
  for (const Layer& above : layers.subspan(index + 1))
    if (above.mask == kNone16) weight *= 1 - share_of(above, false, ahead_s, Inertia::full).takes;
  return weight;
}

RigidMotion root_step(std::span<const Layer> layers, std::span<const ClipView> clips, double character_speed,
                      double seconds) {
  RootMotionLayer items[kMaxCharacterLayers * kMaxFades];
  std::size_t count = 0;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Layer& layer = layers[i];
    const LayerShare share = share_of(layer, i == 0, seconds / 2, Inertia::linear);
    if (i != 0 && !(share.takes * layer.root_motion > 0)) continue;
    if (i != 0)
      for (RootMotionLayer& below : std::span(items, count))
        below.weight *= 1 - share.takes * layer.root_motion;
    for (std::uint32_t k = 0; k < layer.fade_count; ++k) {
      const double weight = share.weights[k] * share.scale * layer.root_motion;
      if (layer.fades[k].instance == kNoInstance || !(weight > 0)) continue;
      const ClipInstance& instance = layer.instances[layer.fades[k].instance];
      const ClipView& clip = clips[instance.clip];
      RootMotionJob job;
      job.clip = &clip;
      job.from_time_s = instance.position_s;
      job.to_time_s = moved_on(instance, clip, character_speed, seconds);
      job.loop = instance.loop;
      job.out_delta = &items[count].delta;
      (void)job.run();
      items[count++].weight = weight;
    }
  }
  return blend_root_motion({items, count});
}

// --- checks of restored bytes ------------------------------------------------------------------------------

namespace {

bool is_mask(std::uint16_t mask, const CharacterData& data) {
  return mask == kNone16 || mask < data.skeleton().mask_count();
}
bool is_clip(std::uint16_t clip, const CharacterData& data) {
  return clip < data.clip_count();
}
bool is_time(double seconds) {
  return seconds >= 0 && std::isfinite(seconds);
}
bool is_loop(Loop loop) {
  return loop <= Loop::pingpong;
}
bool is_how(FadeCurve curve, FadeKind kind, std::uint16_t profile, const CharacterData& data) {
  return is_fade(curve, kind) && is_mask(profile, data);
}

}  // namespace

bool is_profile(const Skeleton& skeleton, std::uint32_t mask) {
  const std::span<const float> rates = skeleton.mask(mask).first(skeleton.joint_count());
  return std::all_of(rates.begin(), rates.end(), [](float rate) { return rate >= 0.25f && rate <= 1; });
}

bool is_sound(const Layer& layer, const CharacterData& data) {
  if (layer.fade_count > kMaxFades || layer.queued > kMaxQueued || layer.mode > LayerMode::additive)
    return false;
  if (!std::isfinite(layer.weight) || !(layer.root_motion >= 0 && layer.root_motion <= 1)) return false;
  if (layer.mode == LayerMode::override && !(layer.weight >= 0 && layer.weight <= 1)) return false;
  if (!is_mask(layer.mask, data)) return false;
  for (const Fade& fade : std::span(layer.fades, layer.fade_count)) {
    if (!is_time(fade.elapsed_s) || !is_time(fade.fade_s)) return false;
    if (!is_how(fade.curve, fade.kind, fade.profile, data)) return false;
    if (fade.instance == kNoInstance) continue;
    if (fade.instance >= kMaxFades) return false;
    const ClipInstance& instance = layer.instances[fade.instance];
    if (!is_clip(instance.clip, data) || !is_loop(instance.loop)) return false;
    if (!std::isfinite(instance.position_s) || !is_speed(instance.speed)) return false;
  }
  for (const Start& start : std::span(layer.queue, layer.queued)) {
    if ((start.clip != kNone16 && !is_clip(start.clip, data)) || !is_loop(start.loop) ||
        !is_time(start.fade_s))
      return false;
    if (!std::isfinite(start.start_s) || !is_speed(start.speed)) return false;
    if (!is_how(start.curve, start.kind, start.profile, data)) return false;
  }
  return true;
}

}  // namespace skelter::play_state
