#include "skelter/play/character.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>

#include "play/character_core.h"
#include "play/clips/clip_player.h"
#include "play/graph/graph_player.h"
#include "skelter/core/aligned_bytes.h"

namespace skelter {

using play_state::State;

// Holds either `clip_player` or `graph`. `memory` contains the saved bytes (the state, followed by either the
// layers or the graph's block), then the pose list and the events.
namespace play_state {
struct CharacterParts {
  // `shares`: the pose of CharacterOptions::shares.
  CharacterParts(const CharacterData& data, const CharacterOptions& wanted, const CharacterPose* shares)
      : core(data, wanted) {
    CharacterOptions& options = core.options;
    options.layers = std::clamp(options.layers, 1u, kMaxCharacterLayers);
    options.events = std::max(options.events, 1u);
    const bool by_graph = options.graph < data.graph_count();
    constexpr std::size_t kLinesPerLayer = 8;
    const std::size_t lines =
        by_graph ? data.graph(options.graph).max_entries : kLinesPerLayer * options.layers;
    saved = sizeof(State) +
            (by_graph ? data.graph(options.graph).state_bytes : options.layers * sizeof(play_state::Layer));
    memory = AlignedBytes(saved + lines * sizeof(PoseListEntry) + options.events * sizeof(CharacterEvent));
    std::byte* const bytes = memory.data();
    core.state = new (bytes) State;
    core.state->hash = data.hash();
    core.state->layers = by_graph ? 0 : options.layers;
    core.lines = reinterpret_cast<PoseListEntry*>(bytes + saved);
    core.events = reinterpret_cast<CharacterEvent*>(core.lines + lines);
    for (std::uint32_t i = 0; i < options.events; ++i) new (core.events + i) CharacterEvent;
    constexpr std::size_t kWhySize = 160;
    core.why.reserve(kWhySize);
    options.shares = nullptr;  // the other character may be destroyed before this one
    if (options.posed) core.pose = std::make_unique<CharacterPose>(data, lines, options.palettes, shares);
    if (by_graph)
      graph.emplace(core, bytes + sizeof(State));
    else
      clip_player.emplace(core, reinterpret_cast<Layer*>(bytes + sizeof(State)), options.layers);
  }
  CharacterParts(const CharacterParts&) = delete;
  CharacterParts& operator=(const CharacterParts&) = delete;
  ~CharacterParts() = default;

  CharacterCore core;
  std::size_t saved = 0;  // bytes of state()
  AlignedBytes memory;
  std::optional<ClipPlayer> clip_player;
  std::optional<GraphPlayer> graph;
};
}  // namespace play_state

struct Character::Parts : play_state::CharacterParts {
  using CharacterParts::CharacterParts;
};

Character::Character(const CharacterData& data, const CharacterOptions& options) : data_(&data) {
  const Character* const shares = options.shares;
  parts_.reset(
      new Parts(data, options,
                shares != nullptr && shares->data_ == &data ? shares->parts_->core.pose.get() : nullptr));
}

void Character::Delete::operator()(Parts* parts) const {
  delete parts;
}

CharacterClips* Character::clips() {
  return parts_->clip_player ? &*parts_->clip_player : nullptr;
}
const CharacterClips* Character::clips() const {
  return parts_->clip_player ? &*parts_->clip_player : nullptr;
}
CharacterGraph* Character::graph() {
  return parts_->graph ? &*parts_->graph : nullptr;
}
const CharacterGraph* Character::graph() const {
  return parts_->graph ? &*parts_->graph : nullptr;
}

// --- settings ----------------------------------------------------------------------------------------------

Status Character::set_speed(double speed) {
  play_state::CharacterCore& core = parts_->core;
  if (!play_state::is_speed(speed)) return core.refuse(Status::invalid_argument, play_state::kBadSpeed);
  if (parts_->graph && speed < 0) return core.refuse(Status::invalid_argument, "graphs cannot run backwards");
  core.state->speed = speed;
  return Status::ok;
}

Status Character::set_lod(std::uint32_t level) {
  if (level >= data_->skeleton().lod_joint_counts.size())
    return parts_->core.refuse(Status::invalid_argument, "there is no such level of detail");
  parts_->core.state->lod = level;
  return Status::ok;
}

const std::string& Character::why() const {
  return parts_->core.why;
}

std::uint32_t Character::add_scalar(ScalarOptions options) {
  play_state::CharacterCore& core = parts_->core;
  if (options.joint < data_->skeleton().joint_count() && core.pose)
    return core.pose->add_scalar(std::move(options));
  (void)core.refuse(Status::invalid_argument,
                    core.pose ? "there is no such joint" : "the character is not posed");
  return kNone;
}

// --- every frame -------------------------------------------------------------------------------------------

Status Character::update(double dt_s, std::span<const CharacterEvent>* out_events) {
  Parts& parts = *parts_;
  if (!(dt_s >= 0) || !std::isfinite(dt_s))
    return parts.core.refuse(Status::invalid_argument, "the time step must be 0 s or more");
  parts.core.clear_events();
  if (parts.clip_player)
    parts.clip_player->update(dt_s);
  else
    parts.graph->update(dt_s);
  parts.core.show();
  if (out_events != nullptr) *out_events = events();
  return Status::ok;
}

void Character::finish() {
  if (parts_->core.pose) parts_->core.pose->finish();
}

std::span<const CharacterEvent> Character::events() const {
  return {parts_->core.events, parts_->core.event_count};
}
const RigidMotion& Character::root_motion() const {
  return parts_->core.root_motion;
}
std::span<SoaTransform> Character::local_pose() {
  return parts_->core.pose ? parts_->core.pose->local_pose() : std::span<SoaTransform>();
}
float Character::scalar(std::uint32_t index) const {
  return parts_->core.pose ? parts_->core.pose->scalar(index) : 0;
}
std::span<const Affine> Character::model_from_joint() const {
  return parts_->core.pose ? parts_->core.pose->model_from_joint() : std::span<const Affine>();
}
std::span<const Affine> Character::palette(std::uint32_t skin) const {
  return parts_->core.pose ? parts_->core.pose->palette(skin) : std::span<const Affine>();
}
ModelPose Character::pose() const {
  return parts_->core.pose ? parts_->core.pose->model_pose() : ModelPose();
}
std::span<const PoseListEntry> Character::list() const {
  return {parts_->core.lines, parts_->core.line_count};
}

// --- queries -----------------------------------------------------------------------------------------------

double Character::speed() const {
  return parts_->core.state->speed;
}
std::uint32_t Character::lod() const {
  return parts_->core.state->lod;
}

PlayCounters Character::counters() const {
  const State& state = *parts_->core.state;
  PlayCounters counted;
  if (parts_->graph)
    counted = skelter::counters(data_->graph(parts_->core.options.graph), parts_->graph->block());
  else
    counted.dropped_fades = state.dropped_fades;
  counted.dropped_events = state.dropped_events;
  return counted;
}

// --- state -------------------------------------------------------------------------------------------------

ByteSpan Character::state() const {
  return parts_->memory.span().first(parts_->saved);
}

Status Character::restore(ByteSpan bytes) {
  play_state::CharacterCore& core = parts_->core;
  if (bytes.size() != parts_->saved)
    return core.refuse(Status::invalid_argument,
                       std::to_string(bytes.size()) + " bytes of state; expected " +
                           std::to_string(parts_->saved) + " (this depends on " +
                           (parts_->graph ? "the graph)" : "the number of layers)"));
  State state;
  std::memcpy(&state, bytes.data(), sizeof state);
  if (state.hash != core.state->hash || state.layers != core.state->layers)
    return core.refuse(Status::invalid_argument, "the state belongs to a different character");
  if (!play_state::is_sound(state, *data_) || (parts_->graph && state.speed < 0))
    return core.refuse(Status::bad_data, play_state::kDamagedState);
  const ByteSpan rest = bytes.subspan(sizeof state);
  const Status status =
      parts_->clip_player ? parts_->clip_player->restore(rest) : parts_->graph->restore_block(rest);
  if (status != Status::ok) return status;
  *core.state = state;
  if (parts_->clip_player)
    parts_->clip_player->show_restored();
  else
    parts_->graph->show_restored();
  return Status::ok;
}

}  // namespace skelter
