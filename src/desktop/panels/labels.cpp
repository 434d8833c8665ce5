// Over the picture: names of joints, the end of the selected vertex, and messages.

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "skelter/scene/edit.h"
#include "viewer/internal/actions.h"
#include "viewer/internal/heat.h"
#include "viewer/internal/matrix_trial.h"
#include "viewer/internal/vertex_inspector.h"

namespace skelter {
namespace {

struct Label {
  ImVec2 from, to;  // its box
  std::string text;
};

Label label_at(const Vec2d& at, const std::string& text, float unit) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 from{static_cast<float>(at.x) + 5 * unit, static_cast<float>(at.y) - size.y / 2 - unit};
  return {from, {from.x + size.x + 6 * unit, from.y + size.y + 2 * unit}, text};
}

bool overlap(const Label& a, const Label& b) {
  return a.from.x < b.to.x && b.from.x < a.to.x && a.from.y < b.to.y && b.from.y < a.to.y;
}

void draw_label(ImDrawList& list, const Label& label, ImU32 color, float unit) {
  list.AddRectFilled(label.from, label.to, IM_COL32(20, 24, 30, 170), 3 * unit);
  list.AddText({label.from.x + 3 * unit, label.from.y + unit}, color, label.text.c_str());
}

// The chosen joint first; a name that would cover another one is left out, so that all can be read.
void draw_joint_names(const ViewerData& data, const Document& document, const Projector& projector,
                      ImDrawList& list, float unit) {
  const Selection& selection = data.state.selection;
  std::vector<Label> placed;
  const auto place = [&](std::uint32_t n, ImU32 color) {
    const auto at = projector.pixel(translation_part(data.pose.world[n]));
    if (!at || !data.view.contains(at->x, at->y)) return;
    const std::string& name = document.scene.nodes[n].name;
    const Label label = label_at(*at, name.empty() ? fmt::format("#{}", n) : name, unit);
    for (const Label& other : placed)
      if (overlap(label, other)) return;
    draw_label(list, label, color, unit);
    placed.push_back(label);
  };
  if (selection.node != kNone) place(selection.node, IM_COL32(110, 230, 250, 255));
  if (!data.state.shown.names) return;
  const std::vector<bool> hidden = hidden_nodes(data);
  for (std::uint32_t n = 0; n < document.scene.nodes.size(); ++n)
    if (n != selection.node && document.bones[n] && (hidden.empty() || !hidden[n]) &&
        (!selection.isolated || is_at_or_below(document.scene, n, selection.node)))
      place(n, IM_COL32(240, 242, 245, 255));
}

// What the two figures are, when shown side by side.
void draw_sides(const ViewerData& data, const Document& document, ImDrawList& list, float unit) {
  if (!data.state.compare.side_by_side || !data.comparison || !data.comparison->problem.empty()) return;
  const auto clip_name = [](const Scene& scene, std::uint32_t clip) {
    return clip < scene.clips.size() ? clip_label(scene, clip) : std::string("rest pose");
  };
  const Document& other = *data.comparison->other;
  const std::string right = data.state.compare.with == CompareWith::compiled
                                ? clip_name(document.scene, data.state.clip) + ", reference"
                                : clip_name(other.scene, data.state.compare.clip);
  const Vec2d left_at{data.view.x + 8 * double{unit}, data.view.y + 20 * double{unit}};
  draw_label(list, label_at(left_at, clip_name(document.scene, data.state.clip), unit),
             IM_COL32(240, 242, 245, 255), unit);
  list.PopClipRect();  // the right half is not what is clicked, so the view ends before it
  list.PushClipRectFullScreen();
  draw_label(list, label_at({left_at.x + data.view.width, left_at.y}, right, unit),
             IM_COL32(240, 242, 245, 255), unit);
}

void draw_dot(ImDrawList& list, const ImVec2& middle, ImU32 color, float unit) {
  list.AddCircleFilled(middle, 5 * unit, IM_COL32(20, 24, 30, 255));
  list.AddCircleFilled(middle, 3.5f * unit, color);
}

void draw_vertex(const ViewerData& data, const Document& document, const Projector& projector,
                 ImDrawList& list, float unit) {
  const auto& place = data.state.selection.vertex;
  if (!place || !exists(document.scene, *place)) return;
  const VertexInspection inspection = inspect_vertex(document.scene, data.pose, *place);
  const auto at = projector.pixel(inspection.position);
  if (!at) return;
  const ImVec2 middle = widgets::point(at->x, at->y);
  for (const InspectedInfluence& influence : inspection.influences) {
    const auto joint = projector.pixel(translation_part(data.pose.world[influence.node]));
    if (!joint) continue;
    const Vec3 color = heat_color(influence.weight);
    list.AddLine(middle, widgets::point(joint->x, joint->y),
                 ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, 1)), 2 * unit);
  }
  draw_dot(list, middle, IM_COL32(250, 190, 60, 255), unit);
}

void draw_arrow_to(ImDrawList& list, const ImVec2& from, const ImVec2& to, ImU32 color, float unit) {
  list.AddLine(from, to, color, 2 * unit);
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::sqrt(dx * dx + dy * dy);
  if (length < 12 * unit) return;
  const float x = dx / length * unit, y = dy / length * unit;
  list.AddTriangleFilled({to.x - 5 * x, to.y - 5 * y}, {to.x - 15 * x - 5 * y, to.y - 15 * y + 5 * x},
                         {to.x - 15 * x + 5 * y, to.y - 15 * y - 5 * x}, color);
}

// The point of the Matrix tab, and an arrow to where the product takes it.
void draw_matrix_points(const ViewerData& data, const Projector& projector, ImDrawList& list, float unit) {
  if (!data.state.matrix.shown) return;
  const MatrixTrial trial = tried_matrix(data.state.matrix);
  const auto from = projector.pixel(data.state.matrix.point);
  const auto to = trial.image ? projector.pixel(*trial.image) : std::nullopt;
  constexpr ImU32 kPoint = IM_COL32(250, 190, 60, 255), kImage = IM_COL32(230, 70, 190, 255);
  if (from && to)
    draw_arrow_to(list, widgets::point(from->x, from->y), widgets::point(to->x, to->y), kImage, unit);
  if (to) draw_dot(list, widgets::point(to->x, to->y), kImage, unit);
  if (from) draw_dot(list, widgets::point(from->x, from->y), kPoint, unit);
  if (from) draw_label(list, label_at(*from, "point", unit), kPoint, unit);
  if (to && (!from || *from != *to)) draw_label(list, label_at(*to, "image", unit), kImage, unit);
}

void draw_message(const ViewerData& data, ImDrawList& list, float unit) {
  if (data.message.left_s <= 0) return;
  const auto wrap = static_cast<float>(data.view.width) - 40 * unit;
  const ImVec2 size = ImGui::CalcTextSize(data.message.text.c_str(), nullptr, false, wrap);
  const ImVec2 from{static_cast<float>(data.view.x) + 20 * unit,
                    static_cast<float>(data.view.y + data.view.height) - size.y - 20 * unit};
  list.AddRectFilled(
      {from.x - 8 * unit, from.y - 6 * unit}, {from.x + size.x + 8 * unit, from.y + size.y + 6 * unit},
      data.message.is_error ? IM_COL32(128, 34, 30, 235) : IM_COL32(26, 30, 36, 225), 5 * unit);
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), from, IM_COL32(245, 246, 248, 255),
               data.message.text.c_str(), nullptr, wrap);
}

void draw_invitation(const ViewerData& data, ImDrawList& list) {
  const char* text = "Drop files or folders here, or press Ctrl+O.   F1: keys";
  const ImVec2 size = ImGui::CalcTextSize(text);
  list.AddText(widgets::point(data.view.x + data.view.width / 2 - double{size.x} / 2,
                              data.view.y + data.view.height / 2),
               IM_COL32(60, 66, 74, 255), text);
}

}  // namespace

void draw_labels(const ViewerData& data, const Layout& layout) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const auto unit = static_cast<float>(layout.unit);
  list.PushClipRect(widgets::point(data.view.x, data.view.y),
                    widgets::point(data.view.x + data.view.width, data.view.y + data.view.height));
  const Projector projector(current_camera(data), data.view);
  draw_matrix_points(data, projector, list, unit);
  if (const Document* document = data.document()) {
    draw_joint_names(data, *document, projector, list, unit);
    draw_vertex(data, *document, projector, list, unit);
    draw_sides(data, *document, list, unit);
  } else {
    draw_invitation(data, list);
  }
  draw_message(data, list, unit);
  list.PopClipRect();
}

}  // namespace skelter
