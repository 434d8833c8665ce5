#include "skelter/play/character.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "play/difference.h"
#include "play/state.h"
#include "skelter/runtime/clip.h"
#include "skelter/runtime/events.h"
#include "skelter/runtime/local_to_model_job.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter {

using play_state::Inertia;
using play_state::Layer;
using play_state::Start;
using play_state::Voice;

namespace {

constexpr double kDroppedFade_s = 0.2;  // how long the difference to a dropped fade dies away (R22)
constexpr std::size_t kLinesPerLayer = 8;
constexpr std::size_t kWhySize = 160;
constexpr const char* kBadFade = "the time of a fade is 0 seconds or more";
constexpr const char* kBadSpeed = "a speed is a number of at most a million";
constexpr const char* kBadPosition = "a position is a number of seconds, at most half a billion loops from 0";
constexpr const char* kNoMask = "there is no such mask";
constexpr const char* kBadState = "the state is damaged";

// As lists and states hold it.
std::uint16_t mask16(std::uint32_t mask) {
  return mask == kAllJoints ? kNone16 : static_cast<std::uint16_t>(mask);
}

std::string clip_names(const CharacterData& data) {
  std::string text;
  for (std::uint32_t i = 0; i < data.clip_count(); ++i)
    text.append(i == 0 ? "" : ", ").append(data.clip_name(i));
  return text;
}

}  // namespace

Character::Character(const CharacterData& data, const CharacterOptions& options)
    : data_(&data), options_(options) {
  options_.layers = std::clamp(options.layers, 1u, kMostCharacterLayers);
  options_.events = std::max(options.events, 1u);
  const std::size_t lines = kLinesPerLayer * options_.layers;
  memory_ = AlignedBytes(state_bytes() + lines * sizeof(CrowdLayer));
  state_ = new (memory_.data()) play_state::State;
  state_->hash = data.hash();
  state_->layers = options_.layers;
  layers_ = reinterpret_cast<Layer*>(memory_.data() + sizeof(play_state::State));
  for (std::uint32_t i = 0; i < options_.layers; ++i) new (layers_ + i) Layer;
  layers_[0].root_motion = 1;
  lines_ = reinterpret_cast<CrowdLayer*>(memory_.data() + state_bytes());
  events_ = std::make_unique<CharacterEvent[]>(options_.events);
  why_.reserve(kWhySize);
  if (!options_.posed) return;
  const Skeleton& skeleton = data.skeleton();
  local_.assign(skeleton.rest_pose.begin(), skeleton.rest_pose.end());
  model_.resize(skeleton.joint_count());
  std::size_t palettes = 0;
  for (const SkinView& skin : data.skins()) palettes += skin.size();
  if (options_.palettes) palettes_.resize(palettes);
  scratch_ = AlignedBytes(pose_list_scratch_bytes(skeleton, lines));
  difference_ = std::make_unique<play_state::Difference>(skeleton);
}

Character::~Character() = default;
Character::Character(Character&&) noexcept = default;
Character& Character::operator=(Character&&) noexcept = default;

// --- refusing ----------------------------------------------------------------------------------------------

Status Character::refuse(Status status, std::string_view why) {
  why_ = why;
  return status;
}

Status Character::check_layer(std::uint32_t layer) {
  return layer < options_.layers ? Status::ok : refuse(Status::invalid_argument, "there is no such layer");
}

Status Character::check_newest(std::uint32_t layer) {
  if (const Status status = check_layer(layer); status != Status::ok) return status;
  return newest(layers_[layer]) != nullptr ? Status::ok
                                           : refuse(Status::invalid_argument, "no clip plays on the layer");
}

Status Character::check_profile(std::uint32_t mask) {
  if (mask == kAllJoints) return Status::ok;
  const Skeleton& skeleton = data_->skeleton();
  if (mask >= skeleton.mask_count()) return refuse(Status::invalid_argument, kNoMask);
  for (const float weight : skeleton.mask(mask).first(skeleton.joint_count()))
    if (!(weight >= 0.25f && weight <= 1))
      return refuse(Status::invalid_argument, "a profile holds rates from 1 to 4, divided by 4: 0.25 to 1");
  return Status::ok;
}

Status Character::prepare(std::uint32_t clip) {
  if (!data_->is_prepared(clip)) {
    if (options_.on_unprepared == OnUnprepared::refuse)
      return refuse(Status::not_ready, "the clip is not prepared; see CharacterData::prepare");
    const Result<void> prepared = data_->prepare(clip);
    if (!prepared) return refuse(prepared.error().status, to_string(prepared.error()));
  }
  find_tracks(clip);
  return Status::ok;
}

Status Character::check_play(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_layer(options.layer); status != Status::ok) return status;
  if (clip >= data_->clip_count())
    return refuse(Status::invalid_argument, "there is no such clip; expected one of " + clip_names(*data_));
  if (!(options.fade_s >= 0) || !std::isfinite(options.fade_s))
    return refuse(Status::invalid_argument, kBadFade);
  if (!play_state::is_speed(options.speed)) return refuse(Status::invalid_argument, kBadSpeed);
  if (const Status status = check_profile(options.profile); status != Status::ok) return status;
  if (const Status status = prepare(clip); status != Status::ok) return status;
  const ClipView& view = data_->clips()[clip];
  if (view.additive() != (layers_[options.layer].mode == LayerMode::additive))
    return refuse(Status::invalid_argument, view.additive() ? "an additive clip needs an additive layer"
                                                            : "an additive layer plays additive clips only");
  return check_play_time(view, options.loop, options.start_s) == Status::ok
             ? Status::ok
             : refuse(Status::invalid_argument, kBadPosition);
}

// --- what a game asks for ----------------------------------------------------------------------------------

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

Status Character::play(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_play(clip, options); status != Status::ok) return status;
  Layer& layer = layers_[options.layer];
  layer.queued = 0;
  start(options.layer, start_of(clip, options));
  return Status::ok;
}

Status Character::queue(std::uint32_t clip, const PlayOptions& options) {
  if (const Status status = check_play(clip, options); status != Status::ok) return status;
  Layer& layer = layers_[options.layer];
  if (newest(layer) == nullptr) {
    start(options.layer, start_of(clip, options));
    return Status::ok;
  }
  return put_into_queue(options.layer, start_of(clip, options));
}

Status Character::put_into_queue(std::uint32_t index, const Start& start) {
  Layer& layer = layers_[index];
  if (layer.queued == kMostQueued)
    return refuse(Status::limit_exceeded, "the queue is full: it holds four clips");
  layer.queue[layer.queued++] = start;
  return Status::ok;
}

Status Character::check_stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  if (layer == 0) return refuse(Status::invalid_argument, "the first layer must play a clip");
  return fade_s >= 0 && std::isfinite(fade_s) ? Status::ok : refuse(Status::invalid_argument, kBadFade);
}

Status Character::stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_stop(layer, fade_s); status != Status::ok) return status;
  layers_[layer].queued = 0;
  start(layer, play_state::silence(fade_s));
  return Status::ok;
}

Status Character::queue_stop(std::uint32_t layer, double fade_s) {
  if (const Status status = check_stop(layer, fade_s); status != Status::ok) return status;
  return put_into_queue(layer, play_state::silence(fade_s));
}

// R19, R22, R26.
void Character::start(std::uint32_t index, const Start& start) {
  Layer& layer = layers_[index];
  used_layers_ = std::max(used_layers_, index + 1);
  Voice* const voice = newest(layer);
  if (start.restart == 0 && voice != nullptr && voice->clip == start.clip) {
    voice->speed = start.speed;
    voice->loop = start.loop;
    return;
  }
  if (layer.fade_count == 0 && index != 0 && start.fade_s > 0) play_state::push(layer, {});  // from nothing
  const bool at_once = !(start.fade_s > 0) || layer.fade_count == 0;
  const bool full = !at_once && layer.fade_count == kMostFades;
  const bool inertial = !at_once && start.kind == FadeKind::inertialize;
  if (at_once && index == 0 && difference_) difference_->clear();
  const bool keeps_difference = difference_ && (full || inertial);
  const double left_s = keeps_difference ? difference_->left_s() : 0;
  if (keeps_difference)
    glance([&](std::size_t i, double ahead_s, std::span<SoaTransform> pose) {
      difference_->add_to(pose, ahead_s);
      difference_->keep_shown(i, pose);
    });
  if (full) play_state::drop_weakest(layer), ++state_->counters.dropped_fades;
  play_state::push(layer, start);
  if (!keeps_difference) return;
  glance([&](std::size_t i, double, std::span<const SoaTransform> pose) { difference_->compare(i, pose); });
  const bool profiled = inertial && start.profile != kNone16;
  difference_->begin(inertial ? start.fade_s : std::max(left_s, kDroppedFade_s),
                     profiled ? data_->skeleton().mask(start.profile) : std::span<const float>());
}

// Now, and at moments soon after, if nothing happens.
template <class See>
void Character::glance(const See& see) {
  CrowdLayer lines[kMaxCrowdLayers];
  for (std::size_t i = 0; i < play_state::kGlances; ++i) {
    const double ahead_s = play_state::kGlance_s * static_cast<double>(i);
    pose({lines, make_list(ahead_s, lines)}, difference_->scratch(), {});
    see(i, ahead_s, difference_->scratch());
  }
}

Status Character::set_speed(double speed) {
  if (!play_state::is_speed(speed)) return refuse(Status::invalid_argument, kBadSpeed);
  state_->speed = speed;
  return Status::ok;
}

Status Character::set_loop(Loop loop, std::uint32_t layer) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  newest(layers_[layer])->loop = loop;
  return Status::ok;
}

Status Character::seek(double position_s, std::uint32_t layer) {
  if (const Status status = check_newest(layer); status != Status::ok) return status;
  Voice& voice = *newest(layers_[layer]);
  if (check_play_time(data_->clips()[voice.clip], voice.loop, position_s) != Status::ok)
    return refuse(Status::invalid_argument, kBadPosition);
  voice.position_s = position_s;
  layers_[layer].told_finished = 0;
  return Status::ok;
}

Status Character::set_layer(std::uint32_t index, const LayerSettings& settings) {
  if (const Status status = check_layer(index); status != Status::ok) return status;
  Layer changed = layers_[index];
  if (settings.mode != changed.mode && changed.fade_count != 0)
    return refuse(Status::invalid_argument, "a layer changes its mode only while nothing plays on it");
  if (settings.mask != kAllJoints && settings.mask >= data_->skeleton().mask_count())
    return refuse(Status::invalid_argument, kNoMask);
  changed.mode = settings.mode;
  changed.mask = mask16(settings.mask);
  changed.weight = settings.weight;
  changed.root_motion = settings.root_motion;
  if (!is_sound(changed, *data_))
    return refuse(Status::invalid_argument, "the weights of a layer are numbers from 0 to 1");
  if (index == 0 && (changed.mode != LayerMode::override || changed.mask != kNone16 || changed.weight != 1))
    return refuse(Status::invalid_argument, "the first layer has no mode, mask or weight");
  layers_[index] = changed;
  return Status::ok;
}

Status Character::set_lod(std::uint32_t level) {
  if (level >= data_->skeleton().lod_joint_counts.size())
    return refuse(Status::invalid_argument, "there is no such level of detail");
  state_->lod = level;
  return Status::ok;
}

// --- numbers -----------------------------------------------------------------------------------------------

std::uint32_t Character::add_scalar(ScalarOptions options) {
  if (options.joint >= data_->skeleton().joint_count()) {
    (void)refuse(Status::invalid_argument, "there is no such joint");
    return kNone;
  }
  scalar_joints_.push_back(static_cast<std::uint16_t>(options.joint));
  scalars_.push_back(options.without);
  scalar_options_.push_back(std::move(options));
  scalar_tracks_.assign(data_->clip_count() * scalar_options_.size(), kNone);
  for (std::uint32_t clip = 0; clip < data_->clip_count(); ++clip)
    if (data_->is_prepared(clip)) find_tracks(clip);
  return static_cast<std::uint32_t>(scalars_.size() - 1);
}

// Where a prepared clip has them.
void Character::find_tracks(std::uint32_t clip) {
  const std::span<const ScalarTrack> tracks = data_->clips()[clip].scalars;
  for (std::size_t i = 0; i < scalar_options_.size(); ++i) {
    const ScalarOptions& wanted = scalar_options_[i];
    const auto is_it = [&](const ScalarTrack& track) {
      if (track.node != wanted.node) return false;
      return wanted.node == kNone ? data_->clips()[clip].string(track.name) == wanted.name
                                  : track.index == wanted.target;
    };
    const auto found = std::find_if(tracks.begin(), tracks.end(), is_it);
    scalar_tracks_[clip * scalar_options_.size() + i] =
        found == tracks.end() ? kNone : static_cast<std::uint32_t>(found - tracks.begin());
  }
}

// --- every frame -------------------------------------------------------------------------------------------

// Written as sub-steps that end where a fade ends or a queued clip starts, as in R2 and R3.
Status Character::update(double dt_s, std::span<const CharacterEvent>* out_events) {
  if (!(dt_s >= 0) || !std::isfinite(dt_s))
    return refuse(Status::invalid_argument, "the time of a step is 0 seconds or more");
  event_count_ = 0;
  root_motion_ = {};
  for (std::uint32_t i = 0; i < used_layers_; ++i) tell_started(i, 0);
  double left_s = dt_s, done_s = 0;
  for (;;) {
    double waits_s[kMostCharacterLayers];
    const double part_s = std::min(left_s, next_moment_s(waits_s));
    advance(part_s, done_s);
    left_s -= part_s;
    done_s += part_s;
    bool started = false;
    for (std::uint32_t i = 0; i < used_layers_; ++i)
      if (waits_s[i] <= part_s + play_state::kSameMoment_s) start_queued(i, done_s), started = true;
    if (!started && !(left_s > 0)) break;
  }
  show();
  if (out_events != nullptr) *out_events = events();
  return Status::ok;
}

// Until a fade ends, or the first clip of a queue starts; the latter for each layer.
double Character::next_moment_s(std::span<double> out_waits_s) const {
  double next_s = HUGE_VAL;
  for (std::uint32_t i = 0; i < used_layers_; ++i) {
    const Layer& layer = layers_[i];
    out_waits_s[i] = until_queued_s(layer, data_->clips(), state_->speed);
    next_s = std::min(next_s, out_waits_s[i]);
    for (std::uint32_t k = 1; k < layer.fade_count; ++k)
      next_s = std::min(next_s, std::max(0.0, layer.fades[k].fade_s - layer.fades[k].elapsed_s));
  }
  return next_s;
}

void Character::start_queued(std::uint32_t index, double at_s) {
  Layer& layer = layers_[index];
  const Start next = layer.queue[0];
  std::copy(layer.queue + 1, layer.queue + kMostQueued, layer.queue);
  layer.queue[kMostQueued - 1] = {};
  --layer.queued;
  start(index, next);
  tell_started(index, at_s);
}

void Character::advance(double part_s, double at_s) {
  const std::span<const ClipView> clips = data_->clips();
  const std::span<Layer> layers(layers_, used_layers_);
  bool moves_root = false;
  for (std::uint32_t i = 0; i < layers.size(); ++i)
    play_state::for_each_heard(layers[i], [&](Voice& voice) {
      const ClipView& clip = clips[voice.clip];
      moves_root = moves_root || !clip.root_motion.empty();
      if (!clip.events.empty()) tell_passed(i, voice, part_s, at_s);
    });
  if (moves_root) root_motion_ = root_motion_ * play_state::root_step(layers, clips, state_->speed, part_s);
  for (std::uint32_t i = 0; i < layers.size(); ++i) {
    const Voice* const newest_voice = newest(layers[i]);
    play_state::for_each_heard(layers[i], [&](Voice& voice) {
      const double from_s =
          std::exchange(voice.position_s, moved_on(voice, clips[voice.clip], state_->speed, part_s));
      if (&voice == newest_voice) tell_finished(i, from_s, at_s);
    });
    advance_fades(layers[i], part_s);
  }
  if (difference_) difference_->advance(part_s);
}

// The list, and the pose that it gives.
void Character::show() {
  line_count_ = make_list(0, lines_);
  if (!difference_) return;
  for (std::size_t i = 0; i < scalars_.size(); ++i) scalars_[i] = scalar_options_[i].without;
  pose({lines_, line_count_}, local_, scalars_);
  difference_->add_to(local_, 0);
}

std::uint32_t Character::make_list(double ahead_s, CrowdLayer* lines) const {
  return play_state::make_list({layers_, used_layers_}, data_->clips(), state_->speed, ahead_s,
                               options_.posed ? Inertia::full : Inertia::linear, lines);
}

// What nothing is left to refuse for.
void Character::pose(std::span<const CrowdLayer> lines, std::span<SoaTransform> out,
                     std::span<float> out_scalars) {
  PoseListJob job;
  job.skeleton = &data_->skeleton();
  job.clips = data_->clips();
  job.lines = lines;
  job.lod = state_->lod;
  job.scratch = {scratch_.data(), scratch_.size()};
  job.out_local_pose = out;
  if (!out_scalars.empty()) {
    job.scalar_joints = scalar_joints_;
    job.scalar_tracks = scalar_tracks_;
    job.out_scalars = out_scalars;
  }
  (void)job.run();
}

void Character::finish() {
  if (!options_.posed) return;
  LocalToModelJob hierarchy;
  hierarchy.skeleton = &data_->skeleton();
  hierarchy.local_pose = local_;
  hierarchy.out_model_from_joint = model_;
  (void)hierarchy.run();
  for (std::uint32_t i = 0; options_.palettes && i < data_->skins().size(); ++i) {
    PaletteJob job;
    job.skin = &data_->skins()[i];
    job.model_from_joint = model_;
    job.skeleton = &data_->skeleton();
    job.out_palette = {palettes_.data() + first_of_palette(i), job.skin->size()};
    (void)job.run();
  }
}

std::size_t Character::first_of_palette(std::uint32_t skin) const {
  std::size_t first = 0;
  for (std::uint32_t i = 0; i < skin; ++i) first += data_->skins()[i].size();
  return first;
}

std::span<const Affine> Character::palette(std::uint32_t skin) const {
  if (palettes_.empty() || skin >= data_->skins().size()) return {};
  return {palettes_.data() + first_of_palette(skin), data_->skins()[skin].size()};
}

// --- events ------------------------------------------------------------------------------------------------

// By time; at one time in the order in which they are reported.
void Character::tell(const CharacterEvent& event) {
  if (event_count_ == options_.events) return void(++state_->counters.dropped_events);
  std::uint32_t i = event_count_++;
  for (; i > 0 && events_[i - 1].at_s > event.at_s; --i) events_[i] = events_[i - 1];
  events_[i] = event;
}

void Character::tell_started(std::uint32_t index, double at_s) {
  Layer& layer = layers_[index];
  const Voice* const voice = newest(layer);
  if (std::exchange(layer.tell_started, std::uint8_t{0}) == 0 || voice == nullptr) return;
  tell({CharacterEvent::Kind::started,
        static_cast<std::uint8_t>(index),
        voice->clip,
        1,
        {},
        voice->position_s,
        at_s});
}

// The newest clip of the layer moved on from from_s; a clamped position says when it came to its end.
void Character::tell_finished(std::uint32_t index, double from_s, double at_s) {
  Layer& layer = layers_[index];
  const Voice& voice = *newest(layer);
  const bool ended = at_end(voice, data_->clips()[voice.clip], state_->speed);
  if (ended && layer.told_finished == 0) {
    const double speed = voice.speed * state_->speed;
    const double after_s = speed != 0 ? (voice.position_s - from_s) / speed : 0;
    tell({CharacterEvent::Kind::finished,
          static_cast<std::uint8_t>(index),
          voice.clip,
          1,
          {},
          voice.position_s,
          at_s + after_s});
  }
  layer.told_finished = ended;
}

// R30 to R32: of the newest clips, and of those that leave if that is wanted; with the weight that they have
// in the middle of the sub-step, if they have any.
void Character::tell_passed(std::uint32_t index, const Voice& voice, double part_s, double at_s) {
  const Layer& layer = layers_[index];
  if (&voice != newest(layer) && !options_.leaving_events) return;
  const ClipView& clip = data_->clips()[voice.clip];
  const double speed = voice.speed * state_->speed;
  EventCursor cursor({&clip, voice.position_s, voice.position_s + part_s * speed, voice.loop});
  PassedEvent passed;
  if (!cursor.next(passed)) return;
  const double weight = play_state::event_weight({layers_, options_.layers}, index, voice, part_s / 2);
  if (!(weight > 0)) return;
  do {
    if (event_count_ == options_.events) {
      state_->counters.dropped_events += static_cast<std::uint32_t>(cursor.count()) + 1;
      return;
    }
    tell({CharacterEvent::Kind::passed, static_cast<std::uint8_t>(index), voice.clip,
          static_cast<float>(weight), clip.string(passed.name), passed.time_s,
          at_s + (passed.time_s - voice.position_s) / speed});
  } while (cursor.next(passed));
}

// --- questions ---------------------------------------------------------------------------------------------

std::uint32_t Character::clip(std::uint32_t layer) const {
  const Voice* const voice = layer < options_.layers ? newest(layers_[layer]) : nullptr;
  return voice != nullptr ? voice->clip : kNone;
}

double Character::position_s(std::uint32_t layer) const {
  return clip(layer) != kNone ? newest(layers_[layer])->position_s : 0;
}

bool Character::finished(std::uint32_t layer) const {
  const std::uint32_t newest_clip = clip(layer);
  return newest_clip != kNone && at_end(*newest(layers_[layer]), data_->clips()[newest_clip], state_->speed);
}

bool Character::in_transition(std::uint32_t layer) const {
  return layer < options_.layers && layers_[layer].fade_count > 1;
}

std::uint32_t Character::queued(std::uint32_t layer) const {
  return layer < options_.layers ? layers_[layer].queued : 0;
}

LayerSettings Character::layer(std::uint32_t index) const {
  if (index >= options_.layers) return {};
  const Layer& layer = layers_[index];
  return {layer.mode, layer.mask == kNone16 ? kAllJoints : layer.mask, layer.weight, layer.root_motion};
}

double Character::speed() const {
  return state_->speed;
}
std::uint32_t Character::lod() const {
  return state_->lod;
}
Character::Counters Character::counters() const {
  return state_->counters;
}

// --- state -------------------------------------------------------------------------------------------------

std::size_t Character::state_bytes() const {
  return sizeof(play_state::State) + options_.layers * sizeof(Layer);
}

Status Character::save(std::span<std::byte> out) const {
  if (out.size() < state_bytes()) return Status::invalid_argument;
  std::memcpy(out.data(), state_, state_bytes());
  return Status::ok;
}

Status Character::restore(ByteSpan bytes) {
  play_state::State state;
  Layer layers[kMostCharacterLayers];
  if (bytes.size() != state_bytes())
    return refuse(Status::invalid_argument,
                  std::to_string(bytes.size()) + " bytes of state; expected " +
                      std::to_string(state_bytes()) +
                      ", as state_bytes() says (it depends on the number of layers)");
  std::memcpy(&state, bytes.data(), sizeof state);
  std::memcpy(layers, bytes.data() + sizeof state, bytes.size() - sizeof state);
  if (state.hash != data_->hash() || state.layers != options_.layers)
    return refuse(Status::invalid_argument, "the state is of another character");
  bool sound = play_state::is_sound(state, *data_);
  for (const Layer& layer : std::span(layers, options_.layers))
    sound = sound && play_state::is_sound(layer, *data_);
  if (!sound) return refuse(Status::bad_data, kBadState);
  for (Layer& layer : std::span(layers, options_.layers)) {
    for (const Start& start : std::span(layer.queue, layer.queued))
      if (const Status status = start.clip == kNone16 ? Status::ok : prepare(start.clip);
          status != Status::ok)
        return status;
    for (std::uint32_t i = 0; i < layer.fade_count; ++i) {
      if (layer.fades[i].voice == play_state::kSilent) continue;
      const Voice& voice = layer.voices[layer.fades[i].voice];
      if (const Status status = prepare(voice.clip); status != Status::ok) return status;
      if (check_play_time(data_->clips()[voice.clip], voice.loop, voice.position_s) != Status::ok)
        return refuse(Status::bad_data, kBadState);
    }
  }
  std::memcpy(state_, bytes.data(), bytes.size());
  used_layers_ = options_.layers;
  while (used_layers_ > 0 && layers[used_layers_ - 1].fade_count == 0) --used_layers_;
  event_count_ = 0;
  root_motion_ = {};
  if (difference_) difference_->clear();
  show();
  return Status::ok;
}

}  // namespace skelter
