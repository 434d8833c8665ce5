// Part of the Compare tab: curves of the largest difference of all joints and of the selected joint over the
// clip.

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/compare/internal/error_curve.h"

namespace skelter {
namespace {

constexpr float kHeight = 84;  // points

std::size_t column_of(const ErrorCurve& curve, std::uint32_t node) {
  return static_cast<std::size_t>(std::find(curve.joints.begin(), curve.joints.end(), node) -
                                  curve.joints.begin());
}

template <class DistanceOf>
void draw_line(ImDrawList& list, const Plot& plot, const ErrorCurve& curve, ImU32 color, float unit,
               const DistanceOf& distance_of) {
  std::vector<ImVec2> line;
  for (std::size_t i = 0; i < curve.distances.size(); ++i) {
    const Vec2d at = plot.at(curve.times_s[i], distance_of(i));
    line.push_back(widgets::point(at.x, at.y));
  }
  list.AddPolyline(line.data(), static_cast<int>(line.size()), color, 0, 1.5f * unit);
}

void draw_plot(ViewerData& data, const ErrorCurve& curve, const Plot& plot, float unit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto left = static_cast<float>(plot.place.x), right = left + static_cast<float>(plot.place.width);
  const auto top = static_cast<float>(plot.place.y), bottom = top + static_cast<float>(plot.place.height);
  draw_line(list, plot, curve, IM_COL32(240, 120, 70, 255), unit,
            [&](std::size_t i) { return worst_joint(curve, i).distance; });
  if (const std::size_t column = column_of(curve, data.state.selection.node); column < curve.joints.size())
    draw_line(list, plot, curve, IM_COL32(250, 215, 80, 255), unit,
              [&](std::size_t i) { return curve.distances[i][column]; });
  const auto now = static_cast<float>(plot.at(data.state.timeline.time_s, 0).x);
  list.AddLine({now, top}, {now, bottom}, IM_COL32(120, 200, 244, 255), unit);
  const std::string scale = fmt::format("{:g} mm", plot.highest * millimetres(*data.document()).per_unit);
  list.AddText({right - ImGui::CalcTextSize(scale.c_str()).x - 4 * unit, top},
               ImGui::GetColorU32(ImGuiCol_TextDisabled), scale.c_str());
}

}  // namespace

void draw_error_curve(ViewerData& data) {
  const Document& document = *data.document();
  const ErrorCurve& curve = data.comparison->curve;
  const std::optional<WorstJoint> worst = worst_joint(curve);
  if (!worst) return;
  const float unit = ImGui::GetFontSize() / 15, edge = 3 * unit;
  const double mm = millimetres(document).per_unit;
  ImGui::TextDisabled("Largest joint difference over the clip");
  const ImVec2 from = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, kHeight * unit};
  ImGui::InvisibleButton("error curve", {std::max(size.x, 1.0f), size.y});
  const Plot plot{{double{from.x}, double{from.y + edge}, double{size.x}, double{size.y - 2 * edge}},
                  0,
                  data.duration_s(),
                  worst->distance > 0 ? round_up(worst->distance * mm) / mm : 1};
  data.error_plot = plot;
  ImGui::GetWindowDrawList()->AddRectFilled(from, {from.x + size.x, from.y + size.y},
                                            ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  draw_plot(data, curve, plot, unit);
  const double under_mouse_s = plot.time_at(double{ImGui::GetIO().MousePos.x});
  if (ImGui::IsItemActive()) {
    go_to_error(data, under_mouse_s);
  } else if (ImGui::IsItemHovered()) {
    const WorstJoint there = worst_joint(curve, nearest_time(curve, under_mouse_s));
    ImGui::SetTooltip("%s", fmt::format("{:.3f} s: {}, {:.4g} mm", there.time_s,
                                        document.scene.nodes[there.node].name, there.distance * mm)
                                .c_str());
  }
  if (ImGui::Button("Worst joint")) go_to_error(data, worst->time_s);
  widgets::tooltip("Goes to the largest difference of the clip, and selects the joint");
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextWrapped("%s", fmt::format("{}, {:.4g} mm at {:.3f} s", document.scene.nodes[worst->node].name,
                                       worst->distance * mm, worst->time_s)
                               .c_str());
}

}  // namespace skelter
