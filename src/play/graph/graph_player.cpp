#include "play/graph/graph_player.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "skelter/runtime/clip.h"

namespace skelter::play_state {

GraphPlayer::GraphPlayer(CharacterCore& core, std::byte* block)
    : core_(core),
      graph_(records(core.data.graph(core.options.graph))),
      block_(block),
      events_(core.options.events),
      copy_(graph_.state_bytes / sizeof(double)) {
  job_.graph = &graph_;
  job_.clips = core.data.graph_clips(core.options.graph);
  reported_.events = events_;
  for (const GraphClip& clip : job_.clips) moves_root_ = moves_root_ || clip.view != nullptr;
  start(graph_, this->block());
}

// --- calls from the game -----------------------------------------------------------------------------------

Status GraphPlayer::check_parameter(std::uint32_t parameter, bool trigger) {
  if (parameter >= graph_.parameters.size())
    return core_.refuse(Status::invalid_argument, "the graph has no such parameter");
  const bool is_trigger = graph_.parameters[parameter].type == GraphParameterType::trigger;
  if (is_trigger == trigger) return Status::ok;
  return core_.refuse(Status::invalid_argument, trigger ? "the parameter is not a trigger; set it instead"
                                                        : "the parameter is a trigger; fire it instead");
}

Status GraphPlayer::set(std::uint32_t parameter, float value) {
  if (const Status status = check_parameter(parameter, false); status != Status::ok) return status;
  skelter::set(graph_, block(), parameter, value);
  return std::isnan(value) ? core_.refuse(Status::invalid_argument, "the value is not a number") : Status::ok;
}

Status GraphPlayer::fire(std::uint32_t parameter) {
  if (const Status status = check_parameter(parameter, true); status != Status::ok) return status;
  skelter::fire(graph_, block(), parameter);
  return Status::ok;
}

Status GraphPlayer::play_slot(std::uint32_t slot, const SlotPlay& play) {
  if (slot >= graph_.slots.size())
    return core_.refuse(Status::invalid_argument, "the graph has no such slot");
  if (play.clip >= job_.clips.size()) return core_.refuse_clip();
  const Status status = skelter::play_slot(graph_, job_.clips, block(), slot, play);
  if (status == Status::ok) return status;
  return core_.refuse(
      status, !std::isfinite(play.fade_in_s) || !std::isfinite(play.fade_out_s)
                  ? "fade times must be finite"
                  : "additive clips can only play in slots of additive layers, and no other clips can");
}

Status GraphPlayer::stop_slot(std::uint32_t slot) {
  const Status status = skelter::stop_slot(graph_, job_.clips, block(), slot);
  return status == Status::ok ? status : core_.refuse(status, "the graph has no such slot");
}

// --- every frame -------------------------------------------------------------------------------------------

void GraphPlayer::update(double dt_s) {
  clear_events();
  const double speed = core_.state->speed, passed_s = dt_s * speed;
  graph_state::Scratch scratch;
  graph_state::Step step(job_, block_, &reported_, scratch);
  CharacterPose* const pose = core_.pose.get();
  step.wanted.keeps_poses = pose != nullptr;
  if (pose != nullptr) step.wanted.watcher = this;
  seen_s_ = 0;
  graph_state::update(step, passed_s, 0, moves_root_ ? &core_.root_motion : nullptr, core_.lines);
  if (pose != nullptr) pose->advance(passed_s - seen_s_);
  core_.line_count = write_list(step, core_.lines);
  core_.state->dropped_events += reported_.dropped;
  for (GraphEvent& event : std::span(events_.data(), reported_.count)) {
    if (speed > 0) event.at_s /= speed;
    report(event);
  }
}

// Makes the list ahead_s seconds from now by advancing a copy of the block.
std::uint32_t GraphPlayer::list_at(double ahead_s, PoseListEntry* lines) {
  auto* const copy = reinterpret_cast<std::byte*>(copy_.data());
  std::memcpy(copy, block_, graph_.state_bytes);
  graph_state::Scratch scratch;
  graph_state::Step step(job_, copy, nullptr, scratch);
  step.wanted.keeps_poses = core_.pose != nullptr;
  advance_freely(step, ahead_s);
  return write_list(step, lines);
}

void GraphPlayer::before(double at_s) {
  core_.pose->advance(at_s - seen_s_);
  seen_s_ = at_s;
  core_.pose->keep_shown(core_.state->lod,
                         [this](double ahead_s, PoseListEntry* lines) { return list_at(ahead_s, lines); });
}

void GraphPlayer::after(double fade_s, std::uint16_t profile) {
  core_.pose->switch_to(
      core_.state->lod, [this](double ahead_s, PoseListEntry* lines) { return list_at(ahead_s, lines); },
      fade_s, profile);
}

void GraphPlayer::cut() {
  core_.pose->forget_difference();
}

// --- events and queries ------------------------------------------------------------------------------------

// Reports an event as a CharacterEvent, for games that do not use graph events.
void GraphPlayer::report(GraphEvent& event) {
  const bool passed = event.kind == GraphEventKind::clip;
  if (!passed && event.kind != GraphEventKind::slot_ended) return;
  const ClipView& clip = core_.clips[event.clip];
  std::uint16_t layer = event.layer;
  while (layer >= graph_.top_layers) layer = graph_.layers[layer].parent_layer;
  CharacterEvent reported;
  reported.kind = passed ? CharacterEvent::Kind::passed : CharacterEvent::Kind::finished;
  reported.layer = static_cast<std::uint8_t>(layer);
  reported.clip = event.clip;
  reported.weight = event.weight;
  reported.position_s = clip.duration_s;
  if (passed) {
    reported.name = clip.string(clip.events[event.event].name);
    reported.position_s = static_cast<double>(event.cycle) * clip.duration_s +
                          static_cast<double>(clip.events[event.event].time_s);
  }
  reported.at_s = event.at_s;
  core_.report(reported);
}

bool GraphPlayer::in_transition(std::uint32_t index) const {
  if (index >= graph_.top_layers) return false;
  const GraphLayer& layer = graph_.layers[index];
  if (layer.motion == kNone16 || graph_.motions[layer.motion].kind != GraphMotionKind::machine) return false;
  const graph_state::ConstBlock block(graph_, block_);
  return block.machines[graph_.motions[layer.motion].first].count > 1;
}

// --- restoring ---------------------------------------------------------------------------------------------

// The message names both graphs if the data contain the block's graph (rule "foreign states").
Status GraphPlayer::refuse_block_of(std::uint64_t hash) {
  std::string why = "the state belongs to a graph that this data does not contain";
  for (std::uint32_t i = 0; i < core_.data.graph_count(); ++i)
    if (records(core_.data.graph(i)).hash == hash)
      why = std::string("the state belongs to graph ").append(core_.data.graph_name(i));
  why.append("; this character plays ").append(core_.data.graph_name(core_.options.graph));
  return core_.refuse(Status::invalid_argument, why);
}

Status GraphPlayer::restore_block(ByteSpan bytes) {
  std::uint64_t hash = graph_.hash;
  if (bytes.size() >= sizeof(hash)) std::memcpy(&hash, bytes.data(), sizeof(hash));
  if (hash != graph_.hash) return refuse_block_of(hash);
  if (bytes.size() != graph_.state_bytes)
    return core_.refuse(Status::invalid_argument, "the state has the wrong size");
  std::memcpy(copy_.data(), bytes.data(), bytes.size());  // the copy is aligned for doubles
  if (const Problem problem = check_state(graph_, std::as_bytes(std::span(copy_))); !problem.ok())
    return core_.refuse(problem.status, problem.what);
  std::memcpy(block_, copy_.data(), bytes.size());
  return Status::ok;
}

Status GraphPlayer::restore(ByteSpan bytes) {
  const Status status = restore_block(bytes);
  if (status == Status::ok) show_restored();
  return status;
}

void GraphPlayer::show_restored() {
  core_.forget_past();
  clear_events();
  core_.line_count = list_at(0, core_.lines);
  core_.show();
}

}  // namespace skelter::play_state
