#include "viewer/graph/graph_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/internal/close_name.h"
#include "play/internal/format/graph_records.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/graph/graph_script.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/playing/internal/playing.h"

namespace skelter {
namespace {

constexpr double kGraphStep_s = 1.0 / 60;

Error graph_error(const std::string& message) {
  return {Status::invalid_argument, "viewer.graph", message, {}};
}

Error not_there(const std::string& what, const std::string& name, const std::vector<std::string>& known) {
  return graph_error(fmt::format("\"{}\" is not {}; {}", name, what,
                                 known.empty() ? "the graph has none" : known_names(name, known, "names")));
}

// Returns null until all clips are compiled.
const Actor* whole_actor(ViewerData& data) {
  Actor& actor = *data.document()->actor;
  const Result<void> ready = actor.prepare_all(when_to_compile(data));
  data.graph.why_not = ready ? std::string() : to_string(ready.error());
  return ready ? &actor : nullptr;
}

std::optional<Error> first_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::error) return Error{Status::bad_data, d.code, d.message, d.spot};
  return std::nullopt;
}

void make_picture(ViewerData& data) {
  GraphSession& session = data.graph;
  const GraphPtr graph = session.recording->graph();
  session.picture = picture_in_circles(graph->view);
  session.better_picture.start(graph);
  if (!data.options.compile_in_background) session.better_picture.wait();
}

// Restores the previous values of parameters that still exist.
void apply_settings(ViewerData& data) {
  GraphRecording& recording = *data.graph.recording;
  for (const GraphSetting& setting : data.state.graph.set) {
    const std::uint32_t parameter = find_parameter(recording.graph()->view, setting.parameter);
    if (parameter != kNone)
      (void)recording.act({GraphAction::Kind::set, parameter, static_cast<float>(setting.value), {}});
  }
}

// Reads the graph for the actor's clips. On error, the current graph stays.
Result<void> read_graph_now(ViewerData& data, const Actor& actor) {
  GraphSession& session = data.graph;
  // The stamp is taken before reading, so that no change is missed.
  std::vector<GraphSession::Watched> watched;
  if (!session.file.empty()) watched.push_back({session.file, file_stamp(session.file)});
  GraphReadResult read = session.file.empty() ? read_graph_of_pack(session.name, actor.data())
                                              : read_graph_file(session.file, actor.data());
  for (const std::string& file : read.files)
    if (file != session.file) watched.push_back({file, file_stamp(file)});
  session.watched = std::move(watched);
  session.diagnostics = std::move(read.diagnostics);
  if (!read.graph) {
    const std::optional<Error> error = first_error(session.diagnostics);
    if (!session.recording) session.why_not = error ? to_string(*error) : "the graph cannot be read";
    return error ? *error : graph_error("the graph cannot be read");
  }
  if (session.recording) {
    if (const Problem moved = session.recording->replace_graph(read.graph); !moved.ok())
      return Error{moved.status, "viewer.graph", moved.what, {session.file, 0, {}, {}}};
    if (session.recording->at_end()) session.recording->update(0);  // the new graph's states show immediately
  } else {
    session.recording = std::make_unique<GraphRecording>(read.graph, actor.with_graph(data_of(read.graph)));
    session.now_s = 0;
    apply_settings(data);
  }
  session.why_not.clear();
  make_picture(data);
  return {};
}

// Starts a new session if the state names a different graph or model, and reads the graph if it is not open
// yet.
Result<void> follow_state(ViewerData& data) {
  GraphSession& session = data.graph;
  const GraphPlayState& wanted = data.state.graph;
  const bool same = session.document == data.document_number() && session.file == wanted.file &&
                    session.name == wanted.name;
  if (same && (session.recording || !session.diagnostics.empty())) return {};
  if (!same) {
    session = {};
    session.document = data.document_number();
    session.file = wanted.file;
    session.name = wanted.name;
  }
  const Actor* const actor = whole_actor(data);
  if (actor == nullptr) return {};
  return read_graph_now(data, *actor);
}

Result<GraphRecording*> open_recording(ViewerData& data) {
  GraphRecording* const recording = data.state.graph.on ? data.graph.recording.get() : nullptr;
  if (recording != nullptr) return recording;
  return graph_error(data.state.graph.on ? "no graph plays: " + data.graph.why_not
                                         : "no graph plays; open one first (graph open FILE)");
}

std::vector<std::string> parameter_names(const OpenGraph& graph, bool triggers) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < graph.view.parameters.size(); ++i)
    if ((graph.view.parameters[i].type == GraphParameterType::trigger) == triggers)
      names.push_back(graph.parameter_name(i));
  return names;
}

Result<std::uint32_t> slot_named(const OpenGraph& graph, const std::string& name) {
  const std::uint32_t slot = find_slot(graph.view, name);
  if (slot != kNone) return slot;
  std::vector<std::string> names;
  for (const GraphSlot& known : graph.view.slots) names.push_back(graph.layer_name(known.layer));
  return not_there("a slot", name, names);
}

// Plays the recording forward or backward without changing it.
void replay(GraphSession& session, bool backward, double dt_s) {
  GraphRecording& recording = *session.recording;
  const double shown_s = recording.shown().time_s;
  const double next_s =
      recording.frames()[std::min(recording.shown_index() + 1, recording.frames().size() - 1)].time_s;
  if (session.now_s < shown_s || session.now_s > next_s) session.now_s = shown_s;
  session.now_s += backward ? -dt_s : dt_s;
  const std::size_t frame = recording.frame_at(session.now_s);
  if (frame != recording.shown_index()) recording.seek(frame);
}

}  // namespace

void play_graph(ViewerData& data, double step_s) {
  GraphSession& session = data.graph;
  if (data.document() == nullptr || !data.state.graph.on) return;
  if (const Result<void> followed = follow_state(data); !followed) say(data, followed.error());
  if (auto better = session.better_picture.take()) session.picture = std::move(*better);
  if (!session.recording) return;
  Timeline& timeline = data.state.timeline;
  const double dt_s = timeline.seconds(step_s);
  if (dt_s <= 0) return;
  GraphRecording& recording = *session.recording;
  if (timeline.backward)
    replay(session, true, dt_s);
  else if (recording.at_end() || recording.has_changes())
    recording.update(dt_s);
  else
    replay(session, false, dt_s);
  if (timeline.backward && recording.shown_index() == 0) timeline.playing = false;
}

namespace {

// True if a frame of the recording is shown.
bool shows_graph(const ViewerData& data) {
  return data.state.graph.on && data.graph.recording && data.document() != nullptr &&
         data.graph.document == data.document_number();
}

}  // namespace

Actor* graph_actor(const ViewerData& data) {
  return shows_graph(data) ? &data.graph.recording->actor_at_shown() : nullptr;
}

// Root motion is relative to the skeleton's origin, not to the world's.
Mat4d graph_place(const ViewerData& data) {
  if (!shows_graph(data) || !data.state.graph.travels) return {};
  const RigidMotion& place = data.graph.recording->shown().place;
  const Vec3d& origin = data.document()->actor->skeleton().origin;
  return translation_matrix(origin + place.translation) * rotation_matrix(place.rotation) *
         translation_matrix(-origin);
}

Vec3d graph_travel(const ViewerData& data) {
  if (!shows_graph(data) || !data.state.graph.travels) return {};
  return data.graph.recording->shown().place.translation;
}

Result<void> open_graph(ViewerData& data, const std::string& file_or_name) {
  if (data.document() == nullptr) return graph_error("no file is open; a graph needs a character");
  const bool is_file = file_or_name.find(".json") != std::string::npos;
  GraphPlayState& state = data.state.graph;
  state.on = true;
  state.file = is_file ? file_or_name : "";
  state.name = is_file ? "" : file_or_name;
  state.set.clear();
  state.zoom = 1;
  state.pan_x = state.pan_y = 0;
  data.state.mix.on = false;
  data.state.compare = {};
  data.graph = {};
  return follow_state(data);
}

void close_graph(ViewerData& data) {
  data.state.graph = {};
  data.graph = {};
}

Result<void> reload_graph(ViewerData& data) {
  GraphSession& session = data.graph;
  if (data.document() == nullptr || !data.state.graph.on || session.document != data.document_number())
    return graph_error("no graph is open");
  const Actor* const actor = whole_actor(data);
  if (actor == nullptr) return graph_error(session.why_not);
  session.why_not.clear();
  return read_graph_now(data, *actor);
}

bool has_changed_graph(const ViewerData& data) {
  const GraphSession& session = data.graph;
  if (!data.state.graph.on || session.document != data.document_number()) return false;
  const auto is_changed = [](const GraphSession::Watched& watched) {
    const auto now = file_stamp(watched.file);
    return now && now != watched.stamp;
  };
  return std::any_of(session.watched.begin(), session.watched.end(), is_changed);
}

void reload_changed_graph(ViewerData& data) {
  GraphSession& session = data.graph;
  if (!has_changed_graph(data)) return;
  if (const Result<void> reloaded = reload_graph(data); !reloaded)
    say(data, reloaded.error());
  else
    say(data, file_name(session.file) + " changed and was read again");
}

Result<void> set_graph_parameter(ViewerData& data, const std::string& name, double value) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  const OpenGraph& graph = *(*recording)->graph();
  const std::uint32_t parameter = find_parameter(graph.view, name);
  if (parameter == kNone ||
      (*recording)->act({GraphAction::Kind::set, parameter, static_cast<float>(value), {}}) != Status::ok)
    return not_there("a parameter that has a value", name, parameter_names(graph, false));
  std::vector<GraphSetting>& set = data.state.graph.set;
  const auto known = std::find_if(set.begin(), set.end(), [&](const auto& s) { return s.parameter == name; });
  const double wanted = double{(*recording)->wanted()[parameter]};
  if (known == set.end())
    set.push_back({name, wanted});
  else
    known->value = wanted;
  return {};
}

Result<void> fire_graph_trigger(ViewerData& data, const std::string& name) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  const OpenGraph& graph = *(*recording)->graph();
  const std::uint32_t parameter = find_parameter(graph.view, name);
  if (parameter != kNone && (*recording)->act({GraphAction::Kind::fire, parameter, 0, {}}) == Status::ok)
    return {};
  return not_there("a trigger", name, parameter_names(graph, true));
}

Result<void> play_graph_slot(ViewerData& data, const std::string& slot, const std::string& clip,
                             double fade_in_s, double fade_out_s) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  const OpenGraph& graph = *(*recording)->graph();
  const Result<std::uint32_t> index = slot_named(graph, slot);
  if (!index) return index.error();
  const auto found = std::find(graph.clip_names.begin(), graph.clip_names.end(), clip);
  if (found == graph.clip_names.end()) return not_there("a clip of the model", clip, graph.clip_names);
  GraphAction action;
  action.kind = GraphAction::Kind::play;
  action.index = *index;
  action.play = {static_cast<std::uint32_t>(found - graph.clip_names.begin()), fade_in_s, fade_out_s};
  if ((*recording)->act(action) == Status::ok) return {};
  return graph_error(fmt::format("{} cannot play in {}: one is additive, the other is not", clip, slot));
}

Result<void> stop_graph_slot(ViewerData& data, const std::string& slot) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  const Result<std::uint32_t> index = slot_named(*(*recording)->graph(), slot);
  if (!index) return index.error();
  (void)(*recording)->act({GraphAction::Kind::stop, *index, 0, {}});
  return {};
}

Result<void> seek_graph(ViewerData& data, double time_s) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  data.state.timeline.playing = false;
  const std::size_t frame = (*recording)->frame_at(time_s);
  if (frame != (*recording)->shown_index()) (*recording)->seek(frame);
  data.graph.now_s = (*recording)->shown().time_s;
  return {};
}

Result<void> step_graph(ViewerData& data, int frames) {
  const Result<GraphRecording*> opened = open_recording(data);
  if (!opened) return opened.error();
  GraphRecording& recording = **opened;
  data.state.timeline.playing = false;
  if (frames < 0) {
    const auto back = static_cast<std::size_t>(-std::int64_t{frames});
    recording.seek(recording.shown_index() - std::min(back, recording.shown_index()));
  }
  for (int i = 0; i < frames; ++i)
    if (recording.at_end() || recording.has_changes())
      recording.update(kGraphStep_s);
    else
      recording.seek(recording.shown_index() + 1);
  data.graph.now_s = recording.shown().time_s;
  return {};
}

Result<void> restart_graph(ViewerData& data) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  (*recording)->restart((*recording)->graph());
  data.graph.now_s = 0;
  apply_settings(data);
  return {};
}

Result<void> return_to_recording(ViewerData& data) {
  const Result<GraphRecording*> recording = open_recording(data);
  if (!recording) return recording.error();
  if (!(*recording)->has_branch())
    return graph_error("no past frame was changed, so there is no recording to return to");
  data.state.timeline.playing = false;
  (*recording)->back_to_recording();
  data.graph.now_s = (*recording)->shown().time_s;
  return {};
}

Result<void> write_graph_script(const ViewerData& data, const std::string& path) {
  if (!data.state.graph.on || !data.graph.recording) return graph_error("no graph plays");
  const Result<std::string> script = graph_script(*data.graph.recording);
  if (!script) return script.error();
  return write_file(path, std::as_bytes(std::span(*script)), true);
}

}  // namespace skelter
