#include "viewer/image/graphics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "skelter/math/trig.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/heat.h"
#include "viewer/document/upright.h"
#include "viewer/image/overlay_lines.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/playing/internal/stopwatch.h"

namespace skelter {
namespace {

bool needs_vertices(const ViewerData& data) {
  return data.state.shown.normals || data.state.shown.bounds;
}

// Adds thin lines for the bones of the other model, for the view that shows the difference as colours.
void add_other_bones(std::vector<OverlayLine>& lines, const Comparison& comparison) {
  const Document& other = *comparison.other;
  for (std::uint32_t n = 0; n < other.scene.nodes.size(); ++n) {
    const std::uint32_t parent = other.scene.nodes[n].parent;
    if (parent == kNone || !other.bones[n] || !other.bones[parent]) continue;
    lines.push_back({to_float(translation_part(comparison.other_pose.world[parent])),
                     to_float(translation_part(comparison.other_pose.world[n])),
                     {0.95f, 0.25f, 0.75f},
                     true});
  }
}

bool has_comparison(const ViewerData& data) {
  return data.comparison && data.comparison->is_shown();
}

std::vector<OverlayLine> overlay_lines(const ViewerData& data, const Document& document,
                                       const std::vector<bool>& hidden) {
  const ShownParts& shown = data.state.shown;
  std::vector<OverlayLine> lines;
  if (shown.normals) add_normals(lines, data.posed, document.extent * 0.02);
  if (shown.bounds) add_box(lines, bounds_of(data.posed, node_pose(data)), {0.85f, 0.35f, 0.10f});
  if (has_comparison(data) && !data.state.compare.side_by_side) add_other_bones(lines, *data.comparison);
  const Selection& selection = data.state.selection;
  for (std::uint32_t n = 0; n < document.scene.nodes.size(); ++n) {
    if (!hidden.empty() && hidden[n] && n != selection.node) continue;
    const bool wanted = shown.axes && document.bones[n] &&
                        (!selection.isolated || is_at_or_below(document.scene, n, selection.node));
    if (wanted || n == selection.node)
      add_axes(lines, node_pose(data).world[n], document.extent * (n == selection.node ? 0.08 : 0.035));
  }
  return lines;
}

SceneColors scene_colors(const ViewerData& data, const Document& document) {
  if (has_comparison(data) && data.comparison->vertices)
    return difference_colors(*data.comparison->vertices, data.comparison->hot);
  const Selection& selection = data.state.selection;
  if (selection.node == kNone) return {};
  if (selection.isolated) return weight_colors(document.scene, selection.node, true);
  if (data.state.shown.shading == Shading::weights) return weight_colors(document.scene, selection.node);
  return {};
}

// Returns the file's lights in the space of the upright model.
std::vector<PunctualLight> shown_lights(const ViewerData& data, const Document& document, const Pose& pose) {
  std::vector<PunctualLight> lights = file_lights(document.scene, pose);
  const Pose rest = upright(rest_pose(document.scene), data.up_of(document));
  const auto exposure =
      static_cast<float>(light_exposure(file_lights(document.scene, rest), current_motion(data)));
  for (PunctualLight& light : lights) light.intensity = light.intensity * exposure;
  return lights;
}

LightLevels light_levels(const LightState& light) {
  LightLevels levels;
  levels.exposure = static_cast<float>(light.exposure);
  levels.own = static_cast<float>(light.strength);
  levels.surroundings = static_cast<float>(light.environment);
  if (light.azimuth_deg && light.elevation_deg) {
    const double azimuth = *light.azimuth_deg * std::numbers::pi / 180,
                 elevation = *light.elevation_deg * std::numbers::pi / 180;
    levels.key = Vec3d{std::sin(azimuth) * std::cos(elevation), std::sin(elevation),
                       std::cos(azimuth) * std::cos(elevation)};
  }
  return levels;
}

DrawOptions draw_options(const ViewerData& data, const Document& document, double ground_y) {
  const ShownParts& shown = data.state.shown;
  DrawOptions options;
  options.meshes = shown.meshes;
  options.skeleton = shown.skeleton || data.state.selection.isolated;
  options.wireframe = shown.wireframe;
  options.grid = shown.grid;
  options.grid_step = grid_step(document.extent);
  options.shadow = shown.shadow && shown.shading == Shading::lit;
  options.unlit = shown.shading == Shading::unlit;
  options.ground_y = ground_y;
  options.levels = light_levels(data.state.light);
  options.highlighted_node = data.state.selection.node;
  if (data.state.selection.isolated) options.isolated_node = data.state.selection.node;
  return options;
}

}  // namespace

Result<Graphics> Graphics::create(const RendererOptions& options) {
  Result<Renderer> renderer = Renderer::create(options);
  if (!renderer) return renderer.error();
  return Graphics(std::move(*renderer));
}

Graphics::Uploaded* Graphics::uploaded_of(const Document& document) {
  const auto found = std::find_if(uploaded_.begin(), uploaded_.end(),
                                  [&](const Uploaded& entry) { return entry.number == document.number; });
  return found == uploaded_.end() ? nullptr : &*found;
}

Result<void> Graphics::upload(ViewerData& data) {
  const auto is_open = [&](std::uint64_t number) {
    return std::any_of(data.documents.begin(), data.documents.end(),
                       [&](const auto& open) { return number_of(open.get()) == number; });
  };
  uploaded_.erase(std::remove_if(uploaded_.begin(), uploaded_.end(),
                                 [&](const Uploaded& entry) { return !is_open(entry.number); }),
                  uploaded_.end());
  for (const auto& document : data.documents) {
    if (!document || uploaded_of(*document) != nullptr) continue;
    const Stopwatch uploading;
    Result<UploadedModel> uploaded = renderer_.upload(document->actor->shape(), document->textures);
    if (!uploaded) return uploaded.error();
    uploaded_.push_back({document->number, std::move(*uploaded)});
    data.stages.upload = uploading.ms();
  }
  return {};
}

bool is_side_by_side(const ViewerData& data) {
  return data.state.compare.side_by_side && has_comparison(data);
}

Result<void> Graphics::draw_all(ViewerData& data, const Place& place) {
  const Camera camera = current_camera(data);
  if (!is_side_by_side(data)) return draw_shown(data, camera, place);
  Place left = place, right = place;
  left.width = std::max(place.width / 2, 1u);
  right.left = place.left + left.width;
  right.width = std::max(place.width - left.width, 1u);
  if (const Result<void> drawn = draw_shown(data, camera, left); !drawn) return drawn;
  return draw_other(data, camera, right);
}

Result<void> Graphics::draw_shown(ViewerData& data, const Camera& camera, const Place& place) {
  Document* document = data.document();
  Uploaded* uploaded = document == nullptr ? nullptr : uploaded_of(*document);
  if (uploaded == nullptr) return {};
  const Stopwatch preparing;
  const std::vector<bool> hidden = hidden_nodes(data);
  if (needs_vertices(data)) data.posed = posed_primitives(document->scene, node_pose(data), hidden);
  const Bounds motion = current_motion(data);
  DrawOptions options = draw_options(data, *document, motion.empty() ? 0 : motion.min.y);
  const std::vector<OverlayLine> lines = overlay_lines(data, *document, hidden);
  const SceneColors colors = scene_colors(data, *document);
  const std::vector<MeshColors> color_views = colors.view();
  std::vector<PunctualLight> lights;
  if (data.state.shown.file_lights) lights = shown_lights(data, *document, node_pose(data));
  if (!hidden.empty()) options.hidden_nodes = &hidden;
  options.lights = lights;
  options.lines = lines;
  options.mesh_colors = color_views;
  options.left = place.left;
  options.lower = place.lower;
  follow(data.stages.overlay, preparing.ms());
  const Stopwatch drawing;
  const Result<void> drawn =
      renderer_.draw(uploaded->model, model_pose(data), camera, place.width, place.height, options);
  follow(data.stages.draw, drawing.ms());
  return drawn;
}

Result<void> Graphics::draw_other(ViewerData& data, const Camera& camera, const Place& place) {
  const Document& other = *data.comparison->other;
  Uploaded* uploaded = uploaded_of(other);
  if (uploaded == nullptr) return {};
  const Bounds motion = current_motion(data);
  DrawOptions options = draw_options(data, other, motion.empty() ? 0 : motion.min.y);
  std::vector<PunctualLight> lights;
  if (data.state.shown.file_lights) lights = shown_lights(data, other, data.comparison->other_pose);
  options.lights = lights;
  options.highlighted_node = options.isolated_node = kNone;
  const std::vector<bool> hidden = &other == data.document() ? hidden_nodes(data) : std::vector<bool>();
  if (!hidden.empty()) options.hidden_nodes = &hidden;
  options.left = place.left;
  options.lower = place.lower;
  other.actor->hold_morphs({});
  other.actor->show_pose(data.comparison->other_pose);
  return renderer_.draw(uploaded->model, other.actor->pose(), camera, place.width, place.height, options);
}

}  // namespace skelter
