#include "viewer/report/graph_report.h"

#include <fmt/format.h>

#include <cmath>

#include "compile/internal/json_values.h"
#include "play/internal/graph_probe.h"
#include "viewer/graph/internal/graph_lights.h"

namespace skelter {
namespace {

// 64-bit FNV-1a hash, used to compare blocks.
std::uint64_t hash_of_block(ByteSpan block) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::byte byte : block) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
  return hash;
}

ViewerJson finite(double value) {
  return std::isfinite(value) ? ViewerJson(value) : ViewerJson(nullptr);
}

ViewerJson parameters_json(const GraphRecording& recording) {
  constexpr const char* kTypes[] = {"float", "int", "bool", "trigger"};
  const GraphFrame& frame = recording.shown();
  const OpenGraph& graph = *recording.graph();
  ViewerJson list = ViewerJson::array();
  for (std::uint32_t i = 0; i < graph.view.parameters.size(); ++i) {
    const GraphParameterRecord& parameter = graph.view.parameters[i];
    const std::string name = graph.parameter_name(i);
    const std::uint32_t shown = find_parameter(frame.graph->view, name);
    list.push_back({{"name", name},
                    {"type", kTypes[static_cast<std::size_t>(parameter.type)]},
                    {"value", shown == kNone ? ViewerJson(nullptr)
                                             : ViewerJson(value(frame.graph->view, frame.block(), shown))},
                    {"set", recording.wanted()[i]}});
  }
  return list;
}

ViewerJson machines_json(const GraphFrame& frame) {
  const OpenGraph& graph = *frame.graph;
  const GraphProbe probe = frame.probe();
  ViewerJson json = ViewerJson::object();
  for (std::uint32_t m = 0; m < graph.view.machines.size(); ++m) {
    if (!probe.is_active(m)) continue;
    GraphEntry entries[kMaxStackEntries];
    const std::uint32_t count = probe.stack(m, entries);
    ViewerJson stack = ViewerJson::array();
    for (std::uint32_t k = 0; k < count; ++k)
      stack.push_back({{"state", graph.state_name(entries[k].state)},
                       {"a", entries[k].a},
                       {"weight", entries[k].weight},
                       {"time_s", entries[k].time_s}});
    json[machine_path(graph.view, m)] = {{"newest", graph.state_name(entries[count - 1].state)},
                                         {"stack", stack}};
  }
  return json;
}

ViewerJson bands_json(const GraphRecording& recording, const GraphFrame& frame) {
  ViewerJson list = ViewerJson::array();
  for (const GraphBand& band : frame.bands) {
    const GraphBandName& name = recording.band_names()[band.name];
    list.push_back({{"layer", name.layer},
                    {"path", name.path},
                    {"clip", name.clip},
                    {"time_s", band.time_s},
                    {"weight", band.weight}});
  }
  return list;
}

ViewerJson marks_json(const GraphFrame& frame) {
  ViewerJson list = ViewerJson::array();
  for (const GraphMark& mark : frame.marks) {
    ViewerJson values = ViewerJson::object();
    for (const ConditionValue& value : mark.values) values[value.word] = finite(value.value);
    list.push_back({{"time_s", mark.time_s},
                    {"machine", mark.machine},
                    {"from", mark.from},
                    {"to", mark.to},
                    {"when", mark.when},
                    {"values", values},
                    {"fade_s", mark.fade_s}});
  }
  return list;
}

ViewerJson dots_json(const GraphFrame& frame) {
  ViewerJson list = ViewerJson::array();
  for (const GraphDot& dot : frame.dots)
    list.push_back({{"time_s", dot.time_s},
                    {"name", dot.name},
                    {"clip", dot.clip},
                    {"path", dot.path},
                    {"weight", dot.weight}});
  return list;
}

ViewerJson frame_json(const GraphRecording& recording) {
  const GraphFrame& frame = recording.shown();
  const GraphRecords& view = frame.graph->view;
  ViewerJson strengths = ViewerJson::object(), sync = ViewerJson::object();
  for (std::uint32_t i = 1; i < view.top_layers; ++i)
    strengths[frame.graph->layer_name(i)] = frame.strengths[i];
  for (std::uint32_t i = 0; i < view.groups.size(); ++i) {
    const double position = frame.probe().position(i);
    sync[std::string(view.string(view.groups[i].name))] =
        position < 0 ? ViewerJson(nullptr) : ViewerJson(position);
  }
  const PlayCounters counted = counters(view, frame.block());
  return {{"time_s", frame.time_s},
          {"bands", bands_json(recording, frame)},
          {"strengths", strengths},
          {"machines", machines_json(frame)},
          {"sync", sync},
          {"transitions", marks_json(frame)},
          {"events", dots_json(frame)},
          {"root_motion", frame.root_motion.translation.z},
          {"place", {frame.place.translation.x, frame.place.translation.y, frame.place.translation.z}},
          {"inertialized", !frame.pose.empty()},
          {"counters",
           {{"bad_values", counted.bad_values},
            {"sub_step_limit", counted.sub_step_limit},
            {"stack_overflow", counted.dropped_fades}}},
          {"block", fmt::format("{:016x}", hash_of_block(frame.block()))}};
}

ViewerJson recording_json(const GraphRecording& recording) {
  return {{"frames", recording.frames().size()},
          {"shown", recording.shown_index()},
          {"dropped", recording.dropped_frames()},
          {"from_s", recording.frames().front().time_s},
          {"to_s", recording.frames().back().time_s},
          {"changed", recording.has_changes()},
          {"branch_s", recording.has_branch() ? ViewerJson(recording.branch_time_s()) : ViewerJson(nullptr)}};
}

ViewerJson place_json(double x, double y, double width, double height) {
  return {{"x", x}, {"y", y}, {"width", width}, {"height", height}};
}

// Panel layout in window pixels.
ViewerJson rows_json(const GraphSession& session) {
  ViewerJson list = ViewerJson::array();
  for (const GraphRowLocation& row : session.rows) {
    const auto& place = row.plot.place;
    ViewerJson json = place_json(place.x, place.y, place.width, place.height);
    json["layer"] = row.layer;
    json["from_s"] = row.plot.from_s;
    json["to_s"] = row.plot.to_s;
    json["highest"] = row.plot.highest;
    list.push_back(std::move(json));
  }
  return list;
}

ViewerJson boxes_json(const GraphPicture& picture) {
  ViewerJson list = ViewerJson::array();
  for (const GraphPicture::Box& box : picture.boxes) {
    ViewerJson json = place_json(box.x, box.y, box.width, box.height);
    json["path"] = box.path;
    list.push_back(std::move(json));
  }
  return list;
}

ViewerJson nodes_json(const GraphPicture& picture, const OpenGraph& graph, const GraphLights& lit) {
  ViewerJson list = ViewerJson::array();
  for (const GraphPicture::Node& node : picture.nodes) {
    const bool any = node.state == kNone;
    const GraphLights::State light = any ? GraphLights::State() : lit.states[node.state];
    ViewerJson json = place_json(node.x, node.y, node.width, node.height);
    json["state"] = any ? ViewerJson() : ViewerJson(graph.state_name(node.state));
    json["weight"] = light.weight;
    json["newest"] = light.newest;
    list.push_back(std::move(json));
  }
  return list;
}

ViewerJson edges_json(const GraphPicture& picture, const GraphLights& lit) {
  ViewerJson list = ViewerJson::array();
  for (const GraphPicture::Edge& edge : picture.edges) {
    ViewerJson curve = ViewerJson::array();
    for (const Vec2d& point : edge.curve) {
      curve.push_back(point.x);
      curve.push_back(point.y);
    }
    list.push_back({{"fade", lit.fades[edge.transition]}, {"curve", curve}});
  }
  return list;
}

// The diagram in points, except `states`, which are in window pixels.
ViewerJson picture_json(const GraphSession& session) {
  ViewerJson states = ViewerJson::array();
  for (const GraphShownState& state : session.shown_states)
    states.push_back({{"path", state.path}, {"x", state.x}, {"y", state.y}, {"weight", state.weight}});
  const GraphPicture& picture = session.picture;
  const OpenGraph& graph = *session.recording->graph();
  const GraphLights lit = lights(graph, session.recording->shown());
  return {{"laid_out_by", picture.from_dot ? "dot" : "circles"},
          {"states", states},
          {"width", picture.width},
          {"height", picture.height},
          {"boxes", boxes_json(picture)},
          {"nodes", nodes_json(picture, graph, lit)},
          {"edges", edges_json(picture, lit)}};
}

// Transitions that could be taken next.
ViewerJson next_json(const GraphFrame& frame) {
  ViewerJson list = ViewerJson::array();
  for (std::uint32_t m = 0; m < frame.graph->view.machines.size(); ++m)
    for (const GraphChoice& choice : choices(frame, m))
      list.push_back({{"machine", choice.machine},
                      {"from", choice.from},
                      {"to", choice.to},
                      {"when", choice.when},
                      {"now", to_text(choice.values)},
                      {"holds", choice.holds}});
  return list;
}

}  // namespace

ViewerJson graph_json(const ViewerData& data) {
  const GraphPlayState& state = data.state.graph;
  if (state.file.empty() && state.name.empty()) return nullptr;
  const GraphSession& session = data.graph;
  ViewerJson json = {{"file", session.file},
                     {"name", session.recording ? session.recording->graph()->name : session.name},
                     {"plays", state.on && session.recording != nullptr},
                     {"why_not", session.why_not},
                     {"diagnostics", compile::diagnostics_json(session.diagnostics, {.place = true})}};
  if (!session.recording) return json;
  json["parameters"] = parameters_json(*session.recording);
  json["frame"] = frame_json(*session.recording);
  json["recording"] = recording_json(*session.recording);
  json["rows"] = rows_json(session);
  json["picture"] = picture_json(session);
  json["next"] = next_json(session.recording->shown());
  json["hover"] = session.hover ? ViewerJson(session.hover->text) : ViewerJson(nullptr);
  return json;
}

}  // namespace skelter
