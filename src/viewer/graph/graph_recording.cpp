#include "viewer/graph/graph_recording.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

#include "play/internal/graph_probe.h"
#include "skelter/core/aligned_bytes.h"
#include "skelter/runtime/pose_list_job.h"

namespace skelter {
namespace {

std::vector<float> initial_values(const GraphRecords& graph) {
  std::vector<float> values;
  for (const GraphParameterRecord& parameter : graph.parameters) values.push_back(parameter.initial);
  return values;
}

// Copies the values of parameters that have the same name and type in both graphs. The other parameters get
// their defaults.
std::vector<float> same_named_values(const OpenGraph& from, const std::vector<float>& values,
                                     const OpenGraph& to) {
  std::vector<float> found = initial_values(to.view);
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    const std::uint32_t old = find_parameter(from.view, to.parameter_name(i));
    if (old == kNone || from.view.parameters[old].type != to.view.parameters[i].type) continue;
    found[i] = std::clamp(values[old], to.view.parameters[i].min, to.view.parameters[i].max);
  }
  return found;
}

// Returns the character's pose if it differs from the pose of its list, and otherwise nothing.
std::vector<SoaTransform> pose_of_difference(Character& player) {
  const Skeleton& skeleton = player.data().skeleton();
  const std::span<const SoaTransform> shown = player.local_pose();
  std::vector<SoaTransform> of_list(skeleton.block_count());
  AlignedBytes scratch(pose_list_scratch_bytes(skeleton, player.list().size()));
  PoseListJob job;
  job.skeleton = &skeleton;
  job.clips = player.data().clips();
  job.lines = player.list();
  job.scratch = {scratch.data(), scratch.size()};
  job.out_local_pose = of_list;
  (void)job.run();
  if (std::memcmp(shown.data(), of_list.data(), shown.size_bytes()) == 0) return {};
  return {shown.begin(), shown.end()};
}

bool is_trigger(const GraphRecords& graph, std::uint32_t parameter) {
  return graph.parameters[parameter].type == GraphParameterType::trigger;
}

// `taken`: the update's transitions that are not yet matched with an event.
GraphMark transition_mark(const GraphFrame& frame, const GraphEvent& event,
                          std::vector<GraphCondition>& taken) {
  const OpenGraph& graph = *frame.graph;
  const GraphRecords& view = graph.view;
  GraphMark mark;
  mark.time_s = frame.time_s - frame.dt_s + event.at_s;
  mark.machine = machine_path(view, view.nodes[event.state].machine);
  mark.to = graph.state_name(event.state);
  mark.when = graph.conditions[event.transition];
  mark.fade_s = view.transitions[event.transition].fade_s;
  const auto condition = std::find_if(taken.begin(), taken.end(), [&](const GraphCondition& each) {
    return each.transition == event.transition;
  });
  if (condition == taken.end()) return mark;
  mark.from = graph.state_name(condition->from);
  mark.values = condition_values(view, *condition);
  taken.erase(condition);
  return mark;
}

// Needs no error check, because act() has validated the action.
void apply(const GraphAction& action, CharacterGraph& graph) {
  switch (action.kind) {
    case GraphAction::Kind::set:
      return void(graph.set(action.index, action.value));
    case GraphAction::Kind::fire:
      return void(graph.fire(action.index));
    case GraphAction::Kind::play:
      return void(graph.play_slot(action.index, action.play));
    case GraphAction::Kind::stop:
      return void(graph.stop_slot(action.index));
  }
}

}  // namespace

GraphProbe GraphFrame::probe() const {
  return {&graph->view, graph->clips, block()};
}

GraphRecording::GraphRecording(GraphPtr graph, std::unique_ptr<Actor> actor) : actor_(std::move(actor)) {
  restart(std::move(graph));
}

GraphRecording::GraphRecording(const GraphRecording& other)
    : graph_(other.graph_),
      frames_(other.frames_),
      shown_(other.shown_),
      first_serial_(other.first_serial_),
      one_graph_(other.one_graph_),
      actor_(other.actor_->with_graph(data_of(other.graph_))),
      start_(other.start_),
      work_(other.work_),
      wanted_(other.wanted_),
      pending_(other.pending_),
      migrated_(other.migrated_),
      band_names_(other.band_names_) {}

void GraphRecording::restart(GraphPtr graph) {
  graph_ = std::move(graph);
  frames_.clear();
  aside_.reset();
  first_serial_ = 0;
  one_graph_ = true;
  band_names_.clear();
  work_.assign(graph_->view.state_bytes / sizeof(double), 0);
  start(graph_->view, work());
  GraphFrame first;
  first.graph = graph_;
  first.wanted = initial_values(graph_->view);
  first.state = work_;
  look(first, {}, work_);
  frames_.push_back(std::move(first));
  shown_ = 0;
  take_shown();
}

Status GraphRecording::act(const GraphAction& action) {
  const GraphRecords& graph = graph_->view;
  const bool of_slot = action.kind == GraphAction::Kind::play || action.kind == GraphAction::Kind::stop;
  if (action.index >= (of_slot ? graph.slots.size() : graph.parameters.size()))
    return Status::invalid_argument;
  switch (action.kind) {
    case GraphAction::Kind::set: {
      if (is_trigger(graph, action.index) || std::isnan(action.value)) return Status::invalid_argument;
      const GraphParameterRecord& parameter = graph.parameters[action.index];
      wanted_[action.index] = std::clamp(action.value, parameter.min, parameter.max);
      set(graph, work(), action.index, action.value);
      break;
    }
    case GraphAction::Kind::fire:
      if (!is_trigger(graph, action.index)) return Status::invalid_argument;
      fire(graph, work(), action.index);
      break;
    case GraphAction::Kind::play:
      if (const Status status = play_slot(graph, graph_->clips, work(), action.index, action.play);
          status != Status::ok)
        return status;
      break;
    case GraphAction::Kind::stop:
      (void)stop_slot(graph, graph_->clips, work(), action.index);
      break;
  }
  // Dragging a slider sets one parameter many times; only the last value is kept.
  if (action.kind == GraphAction::Kind::set && !pending_.empty() && pending_.back().kind == action.kind &&
      pending_.back().index == action.index)
    pending_.back() = action;
  else
    pending_.push_back(action);
  return Status::ok;
}

void GraphRecording::update(double dt_s) {
  const bool branched = !at_end();
  put_aside();
  GraphFrame frame;
  frame.graph = graph_;
  frame.dt_s = dt_s;
  frame.time_s = frames_[shown_].time_s + dt_s;
  frame.actions = std::move(pending_);
  frame.wanted = wanted_;
  frame.reloaded = migrated_;
  frame.branched = branched;
  const std::vector<double> before = work_;
  stand_at_shown();
  Character& player = *actor_->character();
  const CharacterGraph& playing = *player.graph();
  for (const GraphAction& action : frame.actions) apply(action, *player.graph());
  actor_->update(dt_s);
  std::memcpy(work_.data(), playing.state().data(), playing.state().size());
  frame.state = work_;
  frame.root_motion = player.root_motion();
  frame.place = moved(frames_[shown_].place, frame.root_motion);
  frame.pose = pose_of_difference(player);
  look(frame, playing.events(), before);
  frames_.push_back(std::move(frame));
  if (frames_.size() > kMaxFrames) {
    frames_.pop_front();
    ++first_serial_;
    if (aside_ && aside_->serial < first_serial_) aside_.reset();
  }
  shown_ = frames_.size() - 1;
  start_ = work_;
  pending_.clear();
  migrated_ = false;
}

// Equal blocks and equal steps give equal poses. The difference in the shown frame is restored by replaying
// from the last frame without a difference.
// Limit: a difference that began before the oldest frame, or before the graph was reloaded, is lost.
void GraphRecording::stand_at_shown() {
  actor_shows_ = true;  // correct for the next frame once it is updated
  if (std::exchange(actor_stands_, true)) return;
  std::size_t from = shown_;
  while (!migrated_ && from > 0 && !frames_[from].pose.empty() && !frames_[from].reloaded) --from;
  (void)actor_->show_graph(data_of(graph_),
                           from == shown_ ? std::as_bytes(std::span(start_)) : frames_[from].block());
  for (std::size_t i = from + 1; i <= shown_; ++i) {
    for (const GraphAction& action : frames_[i].actions) apply(action, *actor_->character()->graph());
    actor_->update(frames_[i].dt_s);
  }
}

Actor& GraphRecording::actor_at_shown() {
  if (std::exchange(actor_shows_, true)) return *actor_;
  const GraphFrame& frame = frames_[shown_];
  (void)actor_->show_graph(data_of(frame.graph), frame.block(), frame.pose);
  return *actor_;
}

void GraphRecording::seek(std::size_t frame) {
  shown_ = std::min(frame, frames_.size() - 1);
  take_shown();
}

std::size_t GraphRecording::frame_at(double time_s) const {
  constexpr double kHalf = 1e-9;  // tolerance, as times are sums of steps
  const auto later = [&](double time, const GraphFrame& frame) { return time + kHalf < frame.time_s; };
  const auto after = std::upper_bound(frames_.begin(), frames_.end(), time_s, later);
  return after == frames_.begin() ? 0 : static_cast<std::size_t>(after - frames_.begin()) - 1;
}

// Keeps the original frames, no matter what changes in the branch.
void GraphRecording::put_aside() {
  if (at_end()) return;
  const std::uint64_t serial = first_serial_ + shown_;
  const auto next = frames_.begin() + static_cast<std::ptrdiff_t>(shown_) + 1;
  const auto end = [&] {
    if (!aside_) return frames_.end();
    return frames_.begin() + static_cast<std::ptrdiff_t>(aside_->serial - first_serial_) + 1;
  };
  if (!aside_ || serial < aside_->serial) {
    std::deque<GraphFrame> kept(std::make_move_iterator(next), std::make_move_iterator(end()));
    if (aside_)
      kept.insert(kept.end(), std::make_move_iterator(aside_->frames.begin()),
                  std::make_move_iterator(aside_->frames.end()));
    aside_ = Aside{serial, frames_[shown_].time_s, std::move(kept)};
  }
  frames_.erase(next, frames_.end());
}

void GraphRecording::back_to_recording() {
  if (!has_branch()) return;
  const auto at = static_cast<std::size_t>(aside_->serial - first_serial_);
  frames_.resize(at + 1);
  for (GraphFrame& frame : aside_->frames) frames_.push_back(std::move(frame));
  aside_.reset();
  while (frames_.size() > kMaxFrames) {
    frames_.pop_front();
    ++first_serial_;
  }
  seek(at);
}

Problem GraphRecording::replace_graph(GraphPtr graph) {
  std::vector<double> moved(graph->view.state_bytes / sizeof(double));
  const GraphFrame& newest = frames_.back();
  if (const Problem problem = migrate_state(newest.graph->view, newest.block(), graph->view,
                                            std::as_writable_bytes(std::span(moved)));
      !problem.ok())
    return problem;
  graph_ = std::move(graph);
  one_graph_ = false;
  take_shown();  // drops pending actions: their indices may be invalid in the new graph
  return {};
}

void GraphRecording::take_shown() {
  const GraphFrame& frame = frames_[shown_];
  pending_.clear();
  actor_shows_ = actor_stands_ = false;
  migrated_ = frame.graph != graph_;
  if (!migrated_) {
    work_ = frame.state;
    wanted_ = frame.wanted;
  } else {
    work_.assign(graph_->view.state_bytes / sizeof(double), 0);
    wanted_ = same_named_values(*frame.graph, frame.wanted, *graph_);
    if (!migrate_state(frame.graph->view, frame.block(), graph_->view, work()).ok())
      start(graph_->view, work());
  }
  start_ = work_;
}

std::uint32_t GraphRecording::band_name(GraphBandName name) {
  const auto known = std::find(band_names_.begin(), band_names_.end(), name);
  if (known != band_names_.end()) return static_cast<std::uint32_t>(known - band_names_.begin());
  band_names_.push_back(std::move(name));
  return static_cast<std::uint32_t>(band_names_.size() - 1);
}

void GraphRecording::look(GraphFrame& frame, std::span<const GraphEvent> events,
                          std::span<const double> before) {
  const OpenGraph& graph = *frame.graph;
  std::vector<PoseListEntry> lines(graph.view.max_entries);
  std::vector<GraphLine> origins(graph.view.max_entries);
  frame.strengths.assign(graph.view.top_layers, 1);
  const std::uint32_t count = frame.probe().list(lines, origins, frame.strengths);
  frame.strengths[0] = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (lines[i].clip == kPoseListStage) continue;
    const std::uint32_t name =
        band_name({graph.layer_name(origins[i].top_layer), graph.path(origins[i].layer, origins[i].state),
                   graph.clip_names[lines[i].clip],
                   graph.view.layers[origins[i].top_layer].mode == GraphLayerMode::additive});
    const auto same = std::find_if(frame.bands.begin(), frame.bands.end(),
                                   [&](const GraphBand& band) { return band.name == name; });
    if (same == frame.bands.end())
      frame.bands.push_back({name, origins[i].top_layer, origins[i].weight, origins[i].time_s});
    else
      same->weight += origins[i].weight;  // the state is on its stack twice
  }
  std::vector<GraphCondition> taken;
  if (!events.empty()) taken = GraphProbe{&graph.view, graph.clips, std::as_bytes(before)}.taken(frame.dt_s);
  for (const GraphEvent& event : events) {
    if (event.kind == GraphEventKind::entered) {
      frame.marks.push_back(transition_mark(frame, event, taken));
    } else if (event.kind != GraphEventKind::left) {
      std::uint16_t top = event.layer;
      while (top >= graph.view.top_layers) top = graph.view.layers[top].parent_layer;
      const bool of_clip = event.kind == GraphEventKind::clip;
      frame.dots.push_back({frame.time_s - frame.dt_s + event.at_s,
                            of_clip ? graph.event_names[event.clip][event.event] : "slot_ended",
                            graph.path(event.layer, event.state), graph.clip_names[event.clip],
                            graph.layer_name(top), double{event.weight}});
    }
  }
}

}  // namespace skelter
