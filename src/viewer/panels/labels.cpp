// Over the picture: names of joints, the end of the selected vertex, and messages.

#include <fmt/format.h>
#include <imgui.h>

#include "viewer/actions.h"
#include "viewer/heat.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/vertex_truth.h"

namespace skelter {
namespace {

void draw_label(ImDrawList& list, const Vec2d& at, const std::string& text, ImU32 color, float unit) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 from{static_cast<float>(at.x) + 7 * unit, static_cast<float>(at.y) - size.y / 2};
  list.AddRectFilled({from.x - 3 * unit, from.y - 1 * unit},
                     {from.x + size.x + 3 * unit, from.y + size.y + 1 * unit}, IM_COL32(20, 24, 30, 170),
                     3 * unit);
  list.AddText(from, color, text.c_str());
}

void draw_joint_names(const ViewerData& data, const Document& document, const Projector& projector,
                      ImDrawList& list, float unit) {
  const Selection& selection = data.state.selection;
  for (std::uint32_t n = 0; n < document.scene.nodes.size(); ++n) {
    const bool selected = n == selection.node;
    const bool wanted = data.state.shown.names && document.bones[n] &&
                        (!selection.isolated || is_at_or_below(document.scene, n, selection.node));
    if (!wanted && !selected) continue;
    const auto at = projector.pixel(translation_part(data.pose.world[n]));
    if (!at || !data.view.contains(at->x, at->y)) continue;
    const std::string& name = document.scene.nodes[n].name;
    draw_label(list, *at, name.empty() ? fmt::format("#{}", n) : name,
               selected ? IM_COL32(110, 230, 250, 255) : IM_COL32(240, 242, 245, 255), unit);
  }
}

void draw_vertex(const ViewerData& data, const Document& document, const Projector& projector,
                 ImDrawList& list, float unit) {
  const auto& place = data.state.selection.vertex;
  if (!place || !exists(document.scene, *place)) return;
  const VertexTruth truth = vertex_truth(document.scene, data.pose, *place);
  const auto at = projector.pixel(truth.position);
  if (!at) return;
  const ImVec2 middle = widgets::point(at->x, at->y);
  for (const InfluenceTruth& influence : truth.influences) {
    const auto joint = projector.pixel(translation_part(data.pose.world[influence.node]));
    if (!joint) continue;
    const Vec3 color = heat_color(influence.weight);
    list.AddLine(middle, widgets::point(joint->x, joint->y),
                 ImGui::GetColorU32(ImVec4(color.x, color.y, color.z, 1)), 2 * unit);
  }
  list.AddCircleFilled(middle, 5 * unit, IM_COL32(20, 24, 30, 255));
  list.AddCircleFilled(middle, 3.5f * unit, IM_COL32(250, 190, 60, 255));
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
  if (const Document* document = data.document()) {
    const Projector projector(current_camera(data), data.view);
    draw_joint_names(data, *document, projector, list, unit);
    draw_vertex(data, *document, projector, list, unit);
  } else {
    draw_invitation(data, list);
  }
  draw_message(data, list, unit);
  list.PopClipRect();
}

}  // namespace skelter
