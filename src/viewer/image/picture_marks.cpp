#include "viewer/image/internal/picture_marks.h"

#include <fmt/format.h>

#include "skelter/scene/edit.h"
#include "viewer/command/internal/actions.h"
#include "viewer/compare/internal/heat.h"
#include "viewer/compare/internal/matrix_trial.h"
#include "viewer/image/internal/picking.h"
#include "viewer/internal/viewer_data.h"
#include "viewer/playing/internal/playing.h"
#include "viewer/report/internal/vertex_inspector.h"

namespace skelter {
namespace {

constexpr Vec3 kPaper = {0.94f, 0.95f, 0.96f};
constexpr Vec3 kChosen = {0.43f, 0.90f, 0.98f};
constexpr Vec3 kPoint = {0.98f, 0.75f, 0.24f};
constexpr Vec3 kImage = {0.90f, 0.27f, 0.75f};

void add_names(PictureMarks& marks, const ViewerData& data, const Document& document,
               const Projector& projector) {
  const Selection& selection = data.state.selection;
  const auto add = [&](std::uint32_t n, const Vec3& color) {
    const auto at = projector.pixel(translation_part(node_pose(data).world[n]));
    if (!at || !data.view.contains(at->x, at->y)) return;
    const std::string& name = document.scene.nodes[n].name;
    marks.labels.push_back({*at, name.empty() ? fmt::format("#{}", n) : name, color, true});
  };
  if (selection.node != kNone) add(selection.node, kChosen);
  if (!data.state.shown.names) return;
  const std::vector<bool> hidden = hidden_nodes(data);
  for (std::uint32_t n = 0; n < document.scene.nodes.size(); ++n)
    if (n != selection.node && document.bones[n] && (hidden.empty() || !hidden[n]) &&
        (!selection.isolated || is_at_or_below(document.scene, n, selection.node)))
      add(n, kPaper);
}

void add_vertex(PictureMarks& marks, const ViewerData& data, const Document& document,
                const Projector& projector) {
  const auto& place = data.state.selection.vertex;
  if (!place || !exists(document.scene, *place)) return;
  const VertexInspection inspection = inspect_vertex(document.scene, node_pose(data), *place);
  const auto at = projector.pixel(inspection.position);
  if (!at) return;
  for (const InspectedInfluence& influence : inspection.influences)
    if (const auto joint = projector.pixel(translation_part(node_pose(data).world[influence.node])))
      marks.lines.push_back({*at, *joint, heat_color(influence.weight)});
  marks.dots.push_back({*at, kPoint});
}

// Adds the point, and an arrow from it to its transformed position.
void add_matrix_points(PictureMarks& marks, const ViewerData& data, const Projector& projector) {
  if (!data.state.matrix.shown) return;
  const MatrixTrial trial = tried_matrix(data.state.matrix);
  const auto from = projector.pixel(data.state.matrix.point);
  const auto to = trial.image ? projector.pixel(*trial.image) : std::nullopt;
  if (from && to) marks.lines.push_back({*from, *to, kImage, true});
  if (to) marks.dots.push_back({*to, kImage});
  if (from) marks.dots.push_back({*from, kPoint});
  if (from) marks.labels.push_back({*from, "point", kPoint});
  if (to && (!from || *from != *to)) marks.labels.push_back({*to, "image", kImage});
}

void add_sides(PictureMarks& marks, const ViewerData& data, const Document& document) {
  if (!data.state.compare.side_by_side || !data.comparison || !data.comparison->is_shown()) return;
  const auto clip_name = [](const Scene& scene, std::uint32_t clip) {
    return clip < scene.clips.size() ? clip_label(scene, clip) : std::string("rest pose");
  };
  const std::string left = clip_name(document.scene, data.state.clip);
  const std::string right = data.state.compare.with == CompareWith::compiled
                                ? left + ", reference"
                                : clip_name(data.comparison->other->scene, data.state.compare.clip);
  const Vec2d at{data.view.x + 8 * data.pixels_per_point, data.view.y + 20 * data.pixels_per_point};
  marks.sides.push_back({at, left, kPaper});
  marks.sides.push_back({{at.x + data.view.width, at.y}, right, kPaper});
}

}  // namespace

PictureMarks picture_marks(const ViewerData& data) {
  PictureMarks marks;
  const Projector projector(current_camera(data), data.view);
  add_matrix_points(marks, data, projector);
  if (const Document* document = data.document()) {
    add_names(marks, data, *document, projector);
    add_vertex(marks, data, *document, projector);
    add_sides(marks, data, *document);
  }
  return marks;
}

}  // namespace skelter
