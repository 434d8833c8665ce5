#include "viewer/report.h"

#include "skelter/scene/edit.h"
#include "viewer/internal/picking.h"
#include "viewer/internal/vertex_inspector.h"
#include "viewer/state_json.h"

namespace skelter {
namespace {

ViewerJson selection_json(const ViewerData& data, const Document& document) {
  ViewerJson json = {{"joint", nullptr}, {"position", nullptr}, {"vertex", nullptr}};
  const Selection& selection = data.state.selection;
  if (selection.node != kNone) {
    json["joint"] = document.scene.nodes[selection.node].name;
    json["position"] = to_json(translation_part(data.pose.world[selection.node]));
  }
  if (!selection.vertex || !exists(document.scene, *selection.vertex)) return json;
  const VertexInspection inspection = inspect_vertex(document.scene, data.pose, *selection.vertex);
  ViewerJson influences = ViewerJson::array();
  for (const InspectedInfluence& influence : inspection.influences)
    influences.push_back({{"joint", influence.joint},
                          {"weight", influence.weight},
                          {"world_from_mesh", influence.world_from_mesh.m},
                          {"moved", to_json(influence.moved)}});
  json["vertex"] = {{"source", inspection.source},
                    {"rest", to_json(inspection.rest)},
                    {"position", to_json(inspection.position)},
                    {"weight_sum", inspection.weight_sum},
                    {"influences", influences}};
  return json;
}

ViewerJson diagnostics_json(const Diagnostics& diagnostics) {
  ViewerJson list = ViewerJson::array();
  for (const Diagnostic& entry : diagnostics.entries())
    list.push_back({{"severity", to_text(entry.severity)},
                    {"code", entry.code},
                    {"message", entry.message},
                    {"spot", to_string(entry.spot)},
                    {"object", entry.spot.object},
                    {"count", entry.count}});
  return list;
}

ViewerJson tracks_json(const ViewerData& data, const Document& document) {
  ViewerJson list = ViewerJson::array();
  for (const TrackState& track : data.state.mix.tracks)
    list.push_back({{"clip", track.clip == kNone ? ViewerJson(nullptr)
                                                 : ViewerJson(clip_label(document.scene, track.clip))},
                    {"enabled", track.enabled},
                    {"weight", track.weight},
                    {"speed", track.speed},
                    {"position_s", track.position_s},
                    {"high_priority", track.high_priority}});
  return list;
}

ViewerJson comparison_json(const ViewerData& data, const Document& document) {
  if (!data.comparison) return nullptr;
  const Comparison& comparison = *data.comparison;
  if (!comparison.problem.empty()) return {{"problem", comparison.problem}};
  const Millimetres mm = millimetres(document);
  ViewerJson json = {{"millimetres_assumed", mm.assumed},
                     {"joints", comparison.joints.compared},
                     {"largest_joint_mm", comparison.joints.largest * mm.per_unit},
                     {"joints_only_here", comparison.joints.only_in_a.size()},
                     {"largest_vertex_mm", nullptr},
                     {"mean_vertex_mm", nullptr},
                     {"worst_time_s", nullptr},
                     {"worst_mm", nullptr}};
  if (comparison.vertices) {
    json["largest_vertex_mm"] = comparison.vertices->largest * mm.per_unit;
    json["mean_vertex_mm"] = comparison.vertices->mean * mm.per_unit;
  }
  if (data.worst) {
    json["worst_time_s"] = data.worst->time_s;
    json["worst_mm"] = data.worst->difference * mm.per_unit;
  }
  return json;
}

ViewerJson costs_json(const StageTimes& times) {
  return {{"read_ms", times.read},
          {"textures_ms", times.textures},
          {"context_ms", times.context},
          {"upload_ms", times.upload},
          {"pose_ms", times.pose},
          {"overlay_ms", times.overlay},
          {"draw_ms", times.draw},
          {"panels_ms", times.panels},
          {"first_frame_ms", times.first_frame > 0 ? ViewerJson(times.first_frame) : ViewerJson(nullptr)},
          {"frames", times.frames}};
}

}  // namespace

std::string report_text(const ViewerData& data) {
  ViewerJson json = {{"state", to_json(data.state)}};
  const Document* document = data.document();
  json["file"] = document == nullptr ? ViewerJson(nullptr) : ViewerJson(document->path);
  json["clip"] = document == nullptr || data.state.clip == kNone
                     ? ViewerJson(nullptr)
                     : ViewerJson(clip_label(document->scene, data.state.clip));
  const bool mixed = data.state.mix.on && data.mixer;
  const std::string why = document == nullptr || mixed ? std::string() : document->engine->why_reference();
  json["path"] = mixed ? "controller" : why.empty() ? "runtime" : "reference";
  json["path_reason"] = why;
  json["time_s"] = data.state.timeline.time_s;
  json["duration_s"] = data.duration_s();
  json["view"] = {
      {"x", data.view.x}, {"y", data.view.y}, {"width", data.view.width}, {"height", data.view.height}};
  json["selected"] = document == nullptr ? ViewerJson(nullptr) : selection_json(data, *document);
  json["tracks"] = document == nullptr ? ViewerJson::array() : tracks_json(data, *document);
  json["comparison"] = document == nullptr ? ViewerJson(nullptr) : comparison_json(data, *document);
  json["diagnostics"] = document == nullptr ? ViewerJson::array() : diagnostics_json(document->diagnostics);
  json["messages"] = data.messages;
  json["costs"] = costs_json(data.stages);
  return json.dump(2, ' ', false, ViewerJson::error_handler_t::replace) + "\n";  // names need not be UTF-8
}

}  // namespace skelter
