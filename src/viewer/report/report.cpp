#include "viewer/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compile/internal/json_values.h"
#include "skelter/scene/edit.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/heat.h"
#include "viewer/compare/internal/matrix_trial.h"
#include "viewer/document/internal/notices.h"
#include "viewer/image/internal/picking.h"
#include "viewer/image/internal/picture_marks.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/report/graph_report.h"
#include "viewer/report/internal/vertex_inspector.h"
#include "viewer/report/scene_report.h"
#include "viewer/state/state_json.h"

namespace skelter {
namespace {

std::string hex_color(const Vec3& color) {
  const auto byte = [](float part) { return std::lround(255 * std::clamp(part, 0.0f, 1.0f)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.x), byte(color.y), byte(color.z));
}

ViewerJson selection_json(const ViewerData& data, const Document& document) {
  ViewerJson json = {{"joint", nullptr}, {"position", nullptr}, {"vertex", nullptr}};
  const Selection& selection = data.state.selection;
  if (selection.node != kNone) {
    const AffineParts parts = split(node_pose(data).local[selection.node]);
    const Quatd& turn = parts.rotation;
    json["joint"] = document.scene.nodes[selection.node].name;
    json["position"] = to_json(translation_part(node_pose(data).world[selection.node]));
    json["node"] = selection.node;
    json["translation"] = to_json(parts.translation);
    json["rotation"] = {turn.x, turn.y, turn.z, turn.w};
    json["scale"] = {parts.stretch(0, 0), parts.stretch(1, 1), parts.stretch(2, 2)};
    json["matrix"] = node_pose(data).world[selection.node].m;
  }
  if (!selection.vertex || !exists(document.scene, *selection.vertex)) return json;
  const VertexInspection inspection = inspect_vertex(document.scene, node_pose(data), *selection.vertex);
  ViewerJson influences = ViewerJson::array();
  for (const InspectedInfluence& influence : inspection.influences)
    influences.push_back({{"joint", influence.joint},
                          {"weight", influence.weight},
                          {"color", hex_color(heat_color(influence.weight))},
                          {"world_from_mesh", influence.world_from_mesh.m},
                          {"moved", to_json(influence.moved)}});
  json["vertex"] = {{"source", inspection.source},
                    {"rest", to_json(inspection.rest)},
                    {"position", to_json(inspection.position)},
                    {"weight_sum", inspection.weight_sum},
                    {"influences", influences}};
  return json;
}

// The position of a plot: the left edge is from_s, the lower edge 0, and the upper edge highest.
ViewerJson plot_json(const Plot& plot) {
  return {{"x", plot.place.x},           {"y", plot.place.y},     {"width", plot.place.width},
          {"height", plot.place.height}, {"from_s", plot.from_s}, {"to_s", plot.to_s},
          {"highest", plot.highest}};
}

ViewerJson fade_json(const TrackState& track) {
  if (!track.fade) return nullptr;
  return {{"from", track.fade->from},
          {"to", track.fade->to},
          {"begin_s", track.fade->begin_s},
          {"duration_s", track.fade->duration_s},
          {"linear", track.fade->linear}};
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
                    {"high_priority", track.high_priority},
                    {"additive", track.additive},
                    {"mask", track.mask == kNone ? ViewerJson(nullptr)
                                                 : ViewerJson(document.scene.nodes[track.mask].name)},
                    {"fade", fade_json(track)}});
  return list;
}

ViewerJson error_curve_json(const ViewerData& data, const Document& document) {
  const ErrorCurve& curve = data.comparison->curve;
  const std::optional<WorstJoint> worst = worst_joint(curve);
  if (!worst) return nullptr;
  return {{"moments", curve.times_s.size()},
          {"complete", curve.complete()},
          {"worst_joint", document.scene.nodes[worst->node].name},
          {"worst_time_s", worst->time_s},
          {"worst_mm", worst->distance * millimetres(document).per_unit},
          {"plot", data.error_plot ? plot_json(*data.error_plot) : ViewerJson(nullptr)}};
}

ViewerJson comparison_json(const ViewerData& data, const Document& document) {
  if (!data.comparison) return nullptr;
  const Comparison& comparison = *data.comparison;
  if (!comparison.problem.empty()) return {{"problem", comparison.problem}};
  const Millimetres mm = millimetres(document);
  ViewerJson json = {{"millimetres_assumed", mm.assumed},
                     {"joints", comparison.joints.compared},
                     {"largest_joint_mm", comparison.joints.compared == 0
                                              ? ViewerJson(nullptr)
                                              : ViewerJson(comparison.joints.largest * mm.per_unit)},
                     {"joints_only_here", comparison.pairs.only_in_a.size()},
                     {"largest_vertex_mm", nullptr},
                     {"mean_vertex_mm", nullptr},
                     {"hot_mm", comparison.hot * mm.per_unit},
                     {"worst_time_s", nullptr},
                     {"worst_mm", nullptr},
                     {"error_curve", error_curve_json(data, document)}};
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

ViewerJson matrix_json(const MatrixState& state) {
  const MatrixTrial trial = tried_matrix(state);
  if (!trial.problem.empty()) return {{"problem", trial.problem}};
  ViewerJson factors = ViewerJson::array();
  for (const MatrixFactor& factor : trial.product.factors)
    factors.push_back({{"text", factor.text}, {"matrix", factor.matrix.m}});
  return {{"factors", factors},
          {"matrix", trial.product.matrix.m},  // translation in elements 12, 13, 14
          {"image", trial.image ? to_json(*trial.image) : ViewerJson(nullptr)}};
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

ViewerJson notices_json(const ViewerData& data) {
  const NoticeCounts counts = count_notices(data);
  ViewerJson shown = ViewerJson::array(), failed = ViewerJson::array();
  for (const Banner& banner : banners(data))
    shown.push_back({{"name", banner.name}, {"text", banner.text}, {"button", banner.button}});
  for (const FailedFile& file : data.failed)
    failed.push_back({{"file", file.path}, {"error", to_string(file.why)}});
  return {
      {"errors", counts.errors}, {"warnings", counts.warnings}, {"banners", shown}, {"failed_files", failed}};
}

// Rounds to a tenth of a pixel, which is precise enough to align other drawings.
double rounded(double pixels) {
  return std::round(10 * pixels) / 10;
}

ViewerJson labels_json(const std::vector<MarkLabel>& labels) {
  ViewerJson list = ViewerJson::array();
  for (const MarkLabel& label : labels)
    list.push_back({{"x", rounded(label.at.x)},
                    {"y", rounded(label.at.y)},
                    {"text", label.text},
                    {"color", hex_color(label.color)},
                    {"name", label.is_name}});
  return list;
}

ViewerJson picture_marks_json(const ViewerData& data) {
  const PictureMarks marks = picture_marks(data);
  if (marks.empty()) return nullptr;
  ViewerJson lines = ViewerJson::array(), dots = ViewerJson::array();
  for (const MarkLine& line : marks.lines)
    lines.push_back({{"from", {rounded(line.from.x), rounded(line.from.y)}},
                     {"to", {rounded(line.to.x), rounded(line.to.y)}},
                     {"color", hex_color(line.color)},
                     {"arrow", line.arrow}});
  for (const MarkDot& dot : marks.dots)
    dots.push_back({{"x", rounded(dot.at.x)}, {"y", rounded(dot.at.y)}, {"color", hex_color(dot.color)}});
  return {{"lines", lines},
          {"dots", dots},
          {"labels", labels_json(marks.labels)},
          {"sides", labels_json(marks.sides)}};
}

}  // namespace

std::string report_text(const ViewerData& data) {
  ViewerJson json = {{"state", to_json(data.state)}};
  const Document* document = data.document();
  json["file"] = document == nullptr ? ViewerJson(nullptr) : ViewerJson(document->path);
  json["clip"] = document == nullptr || data.state.clip == kNone
                     ? ViewerJson(nullptr)
                     : ViewerJson(clip_label(document->scene, data.state.clip));
  const std::string why = why_not_engine(data);
  json["path"] = why.empty() ? "runtime" : "reference";
  json["path_reason"] = why;
  json["time_s"] = data.state.timeline.time_s;
  json["duration_s"] = data.duration_s();
  json["view"] = {
      {"x", data.view.x}, {"y", data.view.y}, {"width", data.view.width}, {"height", data.view.height}};
  json["selected"] = document == nullptr ? ViewerJson(nullptr) : selection_json(data, *document);
  json["tracks"] = document == nullptr ? ViewerJson::array() : tracks_json(data, *document);
  json["weight_curves"] = data.weight_plot ? plot_json(*data.weight_plot) : ViewerJson(nullptr);
  json["comparison"] = document == nullptr ? ViewerJson(nullptr) : comparison_json(data, *document);
  json["graph"] = graph_json(data);
  json["matrix"] = matrix_json(data.state.matrix);
  json["files"] = files_json(data);
  add_scene(json, data);
  json["keys"] = keys_json(data);
  json["lint"] = lint_json(data);
  json["export"] = export_json(data);
  json["conversion"] = conversion_json(data);
  json["recent"] = data.recent;
  json["reading"] = data.awaited ? ViewerJson(*data.awaited) : ViewerJson(nullptr);
  json["diagnostics"] = document == nullptr
                            ? ViewerJson::array()
                            : compile::diagnostics_json(document->all_diagnostics().entries());
  json["notices"] = notices_json(data);
  json["filters"] = {{"files", data.filters.files}, {"clips", data.filters.clips}};
  json["messages"] = data.messages;
  json["costs"] = costs_json(data.stages);
  return compile::dumped(json, 2) + "\n";
}

std::string now_text(const ViewerData& data, std::uint64_t revision) {
  const Timeline& timeline = data.state.timeline;
  const Message& message = data.message;
  const Dialogs& dialogs = data.dialogs;
  const bool by_graph = data.state.graph.on && data.graph.recording != nullptr;
  const ViewerJson json = {
      {"revision", revision},
      {"time_s", timeline.time_s},
      {"duration_s", data.duration_s()},
      {"frames_per_second", frame_rate(data)},
      {"playing", timeline.playing},
      {"plays", by_graph                   ? "graph"
                : data.state.mix.on        ? "tracks"
                : data.state.clip == kNone ? "rest"
                                           : "clip"},
      {"tracks_time_s", data.state.mix.time_s},
      {"graph_time_s", by_graph ? ViewerJson(data.graph.recording->shown().time_s) : ViewerJson(nullptr)},
      {"camera", camera_json(data.state.camera)},
      {"view",
       {{"x", data.view.x}, {"y", data.view.y}, {"width", data.view.width}, {"height", data.view.height}}},
      {"marks", picture_marks_json(data)},
      {"message", message.left_s > 0 ? ViewerJson(message.text) : ViewerJson(nullptr)},
      {"message_is_error", message.left_s > 0 && message.is_error},
      {"dialog", dialogs.open        ? ViewerJson("open")
                 : dialogs.save_view ? ViewerJson("save-view")
                 : dialogs.textures  ? ViewerJson("textures")
                                     : ViewerJson(nullptr)},
      {"export_progress", data.export_progress ? ViewerJson(*data.export_progress) : ViewerJson(nullptr)},
      {"frames", data.stages.frames},
      {"wants_to_quit", data.wants_to_quit}};
  return compile::dumped(json);
}

}  // namespace skelter
