#include "play/clips/clip_player.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "skelter/runtime/clip.h"
#include "skelter/runtime/events.h"

namespace skelter::play_state {

namespace {

constexpr const char* kBadFade = "a fade time must be 0 s or more";
constexpr const char* kBadPosition = "a position must be a number of seconds, at most 500000000 loops from 0";
constexpr const char* kNoMask = "there is no such mask";

// Converts a mask index to the 16-bit form that pose lists and states store.
std::uint16_t mask16(std::uint32_t mask) {
  return mask == kAllJoints ? kNone16 : static_cast<std::uint16_t>(mask);
}

}  // namespace

ClipPlayer::ClipPlayer(CharacterCore& core, Layer* layers, std::uint32_t layer_count)
    : core_(core), layers_(layers), layer_count_(layer_count) {
  for (std::uint32_t i = 0; i < layer_count; ++i) new (layers_ + i) Layer;
  layers_[0].root_motion = 1;
}

// --- checks ------------------------------------------------------------------------------------------------

Status ClipPlayer::check_layer(std::uint32_t layer) {
  return layer < layer_count_ ? Status::ok : core_.refuse(Status::invalid_argument, "there is no such layer");
}

Status ClipPlayer::check_newest(std::uint32_t layer) {
  if (const Status status = check_layer(layer); status != Status::ok) return status;
  return newest(layers_[layer]) != nullptr
             ? Status::ok
             : core_.refuse(Status::invalid_argument, "no clip plays on the layer");
}

namespace {

Status check_profile(CharacterCore& core, std::uint32_t mask) {
  if (mask == kAllJoints) return Status::ok;
  const Skeleton& skeleton = core.data.skeleton();
  if (mask >= skeleton.mask_count()) return core.refuse(Status::invalid_argument, kNoMask);
  if (is_profile(skeleton, mask)) return Status::ok;
  return core.refuse(Status::invalid_argument,
                     "a profile must contain rates from 1 to 4, divided by 4: 0.25 to 1");
}

}  // namespace

Status ClipPlayer::check_play(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_layer(options.layer); status != Status::ok) return status;
  if (clip >= core_.data.clip_count()) return core_.refuse_clip();
  if (!(options.fade_s >= 0) || !std::isfinite(options.fade_s))
    return core_.refuse(Status::invalid_argument, kBadFade);
  if (!is_speed(options.speed)) return core_.refuse(Status::invalid_argument, kBadSpeed);
  if (const Status status = check_profile(core_, options.profile); status != Status::ok) return status;
  if (const Status status = core_.prepare(clip); status != Status::ok) return status;
  const ClipView& view = core_.clips[clip];
  if (view.additive() != (layers_[options.layer].mode == LayerMode::additive))
    return core_.refuse(Status::invalid_argument, view.additive()
                                                      ? "an additive clip needs an additive layer"
                                                      : "an additive layer can only play additive clips");
  return check_play_time(view, options.loop, options.start_s) == Status::ok
             ? Status::ok
             : core_.refuse(Status::invalid_argument, kBadPosition);
}

// --- calls from the game -----------------------------------------------------------------------------------

namespace {

Start start_of(std::uint32_t clip, const PlayOptions& options) {
  Start start;
  start.start_s = options.start_s;
  start.fade_s = options.fade_s;
  start.speed = options.speed;
  start.clip = static_cast<std::uint16_t>(clip);
  start.profile = mask16(options.profile);
  start.curve = options.curve;
  start.kind = options.kind;
  start.loop = options.loop;
  start.restart = options.restart;
  return start;
}

}  // namespace

Status ClipPlayer::play(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_play(clip, options); status != Status::ok) return status;
  Layer& layer = layers_[options.layer];
  layer.queued = 0;
  start(options.layer, start_of(clip, options));
  return Status::ok;
}

namespace {

Status put_into_queue(CharacterCore& core, Layer& layer, const Start& start) {
  if (layer.queued == kMaxQueued)
    return core.refuse(Status::limit_exceeded, "the queue is full: it holds four clips");
  layer.queue[layer.queued++] = start;
  return Status::ok;
}

}  // namespace

Status ClipPlayer::queue(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_play(clip, options); status != Status::ok) return status;
  Layer& layer = layers_[options.layer];
  if (newest(layer) == nullptr) {
    start(options.layer, start_of(clip, options));
    return Status::ok;
  }
  return put_into_queue(core_, layer, start_of(clip, options));
}

Status ClipPlayer::check_stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  if (layer == 0) return core_.refuse(Status::invalid_argument, "the first layer must play a clip");
  return fade_s >= 0 && std::isfinite(fade_s) ? Status::ok : core_.refuse(Status::invalid_argument, kBadFade);
}

Status ClipPlayer::stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_stop(layer, fade_s); status != Status::ok) return status;
  layers_[layer].queued = 0;
  start(layer, fade_out(fade_s));
  return Status::ok;
}

Status ClipPlayer::queue_stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_stop(layer, fade_s); status != Status::ok) return status;
  return put_into_queue(core_, layers_[layer], fade_out(fade_s));
}

// Implements rules "entering", "four fades" and "inertialization".
void ClipPlayer::start(std::uint32_t index, const Start& start) {
  Layer& layer = layers_[index];
  used_ = std::max(used_, index + 1);
  ClipInstance* const instance = newest(layer);
  if (start.restart == 0 && instance != nullptr && instance->clip == start.clip) {
    instance->speed = start.speed;
    instance->loop = start.loop;
    return;
  }
  if (layer.fade_count == 0 && index != 0 && start.fade_s > 0)
    push(layer, {});  // an empty entry, to fade in from
  const bool at_once = !(start.fade_s > 0) || layer.fade_count == 0;
  const bool full = !at_once && layer.fade_count == kMaxFades;
  const bool inertial = !at_once && start.kind == FadeKind::inertialize;
  CharacterPose* const pose = full || inertial ? core_.pose.get() : nullptr;
  const auto list = [this](double ahead_s, PoseListEntry* lines) { return list_at(ahead_s, lines); };
  if (at_once && index == 0 && core_.pose) core_.pose->forget_difference();
  if (pose != nullptr) pose->keep_shown(core_.state->lod, list);
  if (full) drop_weakest(layer), ++core_.state->dropped_fades;
  push(layer, start);
  if (pose != nullptr)
    pose->switch_to(core_.state->lod, list, inertial ? start.fade_s : 0, inertial ? start.profile : kNone16);
}

Status ClipPlayer::set_loop(Loop loop, std::uint32_t layer) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  newest(layers_[layer])->loop = loop;
  return Status::ok;
}

Status ClipPlayer::seek(double position_s, std::uint32_t layer) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  ClipInstance& instance = *newest(layers_[layer]);
  if (check_play_time(core_.clips[instance.clip], instance.loop, position_s) != Status::ok)
    return core_.refuse(Status::invalid_argument, kBadPosition);
  instance.position_s = position_s;
  layers_[layer].reported_finished = 0;
  return Status::ok;
}

Status ClipPlayer::set_layer(std::uint32_t index, const LayerSettings& settings) {
  if (const Status status = check_layer(index); status != Status::ok) return status;
  Layer changed = layers_[index];
  if (settings.mode != changed.mode && changed.fade_count != 0)
    return core_.refuse(Status::invalid_argument,
                        "the mode of a layer can change only while nothing plays on it");
  if (settings.mask != kAllJoints && settings.mask >= core_.data.skeleton().mask_count())
    return core_.refuse(Status::invalid_argument, kNoMask);
  changed.mode = settings.mode;
  changed.mask = mask16(settings.mask);
  changed.weight = settings.weight;
  changed.root_motion = settings.root_motion;
  if (!is_sound(changed, core_.data))
    return core_.refuse(Status::invalid_argument, "layer weights must be from 0 to 1");
  if (index == 0 && (changed.mode != LayerMode::override || changed.mask != kNone16 || changed.weight != 1))
    return core_.refuse(Status::invalid_argument, "the first layer cannot have a mode, mask or weight");
  layers_[index] = changed;
  return Status::ok;
}

// --- events ------------------------------------------------------------------------------------------------

namespace {

void report_started(CharacterCore& core, Layer& layer, std::uint32_t index, double at_s) {
  const ClipInstance* const instance = newest(layer);
  if (std::exchange(layer.unreported_start, std::uint8_t{0}) == 0 || instance == nullptr) return;
  core.report({CharacterEvent::Kind::started,
               static_cast<std::uint8_t>(index),
               instance->clip,
               1,
               {},
               instance->position_s,
               at_s});
}

// Reports the end of the newest clip, which was at from_s at the beginning of the step. Its clamped position
// determines the time of the event.
void report_finished(CharacterCore& core, Layer& layer, std::uint32_t index, double from_s, double at_s) {
  const ClipInstance& instance = *newest(layer);
  const bool ended = at_end(instance, core.clips[instance.clip], core.state->speed);
  if (ended && layer.reported_finished == 0) {
    const double speed = instance.speed * core.state->speed;
    // A clip that was set to play once when it was already beyond its end finishes now.
    const double after_s = speed != 0 ? std::max(0.0, (instance.position_s - from_s) / speed) : 0;
    core.report({CharacterEvent::Kind::finished,
                 static_cast<std::uint8_t>(index),
                 instance.clip,
                 1,
                 {},
                 instance.position_s,
                 at_s + after_s});
  }
  layer.reported_finished = ended;
}

// Rules "passed events", "reporting clip" and "event weight": the newest clips report events, and with
// leaving_events also the clips that fade out. Events have the clip's weight in the middle of the sub-step,
// which must be above 0.
void report_passed(CharacterCore& core, std::span<const Layer> layers, std::uint32_t index,
                   const ClipInstance& instance, double part_s, double at_s) {
  if (&instance != newest(layers[index]) && !core.options.leaving_events) return;
  const ClipView& clip = core.clips[instance.clip];
  const double speed = instance.speed * core.state->speed;
  EventCursor cursor(clip, instance.position_s, instance.position_s + part_s * speed, instance.loop);
  PassedEvent passed;
  if (!cursor.next(passed)) return;
  const double weight = event_weight(layers, index, instance, part_s / 2);
  if (!(weight > 0)) return;
  do {
    if (core.event_count == core.options.events) {
      core.state->dropped_events += static_cast<std::uint32_t>(cursor.count()) + 1;
      return;
    }
    core.report({CharacterEvent::Kind::passed, static_cast<std::uint8_t>(index), instance.clip,
                 static_cast<float>(weight), clip.string(passed.name), passed.time_s,
                 at_s + (passed.time_s - instance.position_s) / speed});
  } while (cursor.next(passed));
}

}  // namespace

// --- every frame -------------------------------------------------------------------------------------------

namespace {

// Seconds until a fade ends or the first clip of a queue starts. `out_waits_s`: per layer, the time until its
// queued clip starts.
double next_cut_s(const CharacterCore& core, std::span<const Layer> layers, std::span<double> out_waits_s) {
  double next_s = HUGE_VAL;
  for (std::uint32_t i = 0; i < layers.size(); ++i) {
    const Layer& layer = layers[i];
    out_waits_s[i] = until_queued_s(layer, core.clips, core.state->speed);
    next_s = std::min(next_s, out_waits_s[i]);
    for (std::uint32_t k = 1; k < layer.fade_count; ++k)
      next_s = std::min(next_s, std::max(0.0, layer.fades[k].fade_s - layer.fades[k].elapsed_s));
  }
  return next_s;
}

}  // namespace

// A sub-step ends when a fade ends or a queued clip starts, as in rules "sub-steps" and "cuts".
void ClipPlayer::update(double dt_s) {
  for (std::uint32_t i = 0; i < used_; ++i) report_started(core_, layers_[i], i, 0);
  double left_s = dt_s, done_s = 0;
  for (;;) {
    double waits_s[kMaxCharacterLayers];
    const double part_s = std::min(left_s, next_cut_s(core_, {layers_, used_}, waits_s));
    advance(part_s, done_s);
    left_s -= part_s;
    done_s += part_s;
    bool started = false;
    for (std::uint32_t i = 0; i < used_; ++i)
      if (waits_s[i] <= part_s + kSame) start_queued(i, done_s), started = true;
    if (!started && !(left_s > 0)) break;
  }
  core_.line_count = list_at(0, core_.lines);
}

void ClipPlayer::start_queued(std::uint32_t index, double at_s) {
  Layer& layer = layers_[index];
  const Start next = layer.queue[0];
  std::copy(layer.queue + 1, layer.queue + kMaxQueued, layer.queue);
  layer.queue[kMaxQueued - 1] = {};
  --layer.queued;
  start(index, next);
  report_started(core_, layer, index, at_s);
}

void ClipPlayer::advance(double part_s, double at_s) {
  const std::span<const ClipView> clips = core_.clips;
  const std::span<Layer> layers(layers_, used_);
  bool moves_root = false;
  for (std::uint32_t i = 0; i < layers.size(); ++i)
    for_each_active(layers[i], [&](ClipInstance& instance) {
      const ClipView& clip = clips[instance.clip];
      moves_root = moves_root || !clip.root_motion.empty();
      if (!clip.events.empty()) report_passed(core_, {layers_, layer_count_}, i, instance, part_s, at_s);
    });
  if (moves_root)
    core_.root_motion = core_.root_motion * root_step(layers, clips, core_.state->speed, part_s);
  for (std::uint32_t i = 0; i < layers.size(); ++i) {
    const ClipInstance* const newest_instance = newest(layers[i]);
    for_each_active(layers[i], [&](ClipInstance& instance) {
      const double from_s = std::exchange(
          instance.position_s, moved_on(instance, clips[instance.clip], core_.state->speed, part_s));
      if (&instance == newest_instance) report_finished(core_, layers[i], i, from_s, at_s);
    });
    advance_fades(layers[i], part_s);
  }
  if (core_.pose) core_.pose->advance(part_s);
}

std::uint32_t ClipPlayer::list_at(double ahead_s, PoseListEntry* lines) const {
  return make_list({layers_, used_}, core_.clips, core_.state->speed, ahead_s,
                   core_.options.posed ? Inertia::full : Inertia::linear, lines);
}

// --- queries -----------------------------------------------------------------------------------------------

std::uint32_t ClipPlayer::clip(std::uint32_t layer) const {
  const ClipInstance* const instance = layer < layer_count_ ? newest(layers_[layer]) : nullptr;
  return instance != nullptr ? instance->clip : kNone;
}

double ClipPlayer::position_s(std::uint32_t layer) const {
  return clip(layer) != kNone ? newest(layers_[layer])->position_s : 0;
}

bool ClipPlayer::finished(std::uint32_t layer) const {
  const std::uint32_t newest_clip = clip(layer);
  return newest_clip != kNone &&
         at_end(*newest(layers_[layer]), core_.clips[newest_clip], core_.state->speed);
}

bool ClipPlayer::in_transition(std::uint32_t layer) const {
  return layer < layer_count_ && layers_[layer].fade_count > 1;
}

std::uint32_t ClipPlayer::queued(std::uint32_t layer) const {
  return layer < layer_count_ ? layers_[layer].queued : 0;
}

LayerSettings ClipPlayer::layer(std::uint32_t index) const {
  if (index >= layer_count_) return {};
  const Layer& layer = layers_[index];
  return {layer.mode, layer.mask == kNone16 ? kAllJoints : layer.mask, layer.weight, layer.root_motion};
}

// --- restoring ---------------------------------------------------------------------------------------------

Status ClipPlayer::restore(ByteSpan bytes) {
  Layer layers[kMaxCharacterLayers];
  std::memcpy(layers, bytes.data(), bytes.size());
  bool sound = true;
  for (const Layer& layer : std::span(layers, layer_count_)) sound = sound && is_sound(layer, core_.data);
  if (!sound) return core_.refuse(Status::bad_data, kDamagedState);
  for (Layer& layer : std::span(layers, layer_count_)) {
    for (const Start& start : std::span(layer.queue, layer.queued))
      if (const Status status = start.clip == kNone16 ? Status::ok : core_.prepare(start.clip);
          status != Status::ok)
        return status;
    for (std::uint32_t i = 0; i < layer.fade_count; ++i) {
      if (layer.fades[i].instance == kNoInstance) continue;
      const ClipInstance& instance = layer.instances[layer.fades[i].instance];
      if (const Status status = core_.prepare(instance.clip); status != Status::ok) return status;
      if (check_play_time(core_.clips[instance.clip], instance.loop, instance.position_s) != Status::ok)
        return core_.refuse(Status::bad_data, kDamagedState);
    }
  }
  std::memcpy(layers_, layers, bytes.size());
  used_ = layer_count_;
  while (used_ > 0 && layers[used_ - 1].fade_count == 0) --used_;
  return Status::ok;
}

void ClipPlayer::show_restored() {
  core_.forget_past();
  core_.line_count = list_at(0, core_.lines);
  core_.show();
}

}  // namespace skelter::play_state
