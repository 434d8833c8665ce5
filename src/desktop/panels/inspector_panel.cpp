// Right panel: tabs for the view, the selection, and the file.

#include <imgui.h>

#include <algorithm>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "viewer/command/internal/actions.h"

namespace skelter {
namespace {

// Same order as kTabNames.
constexpr void (*kDrawTab[])(ViewerData&) = {draw_view_tab,    draw_selection_tab, draw_tracks_tab,
                                             draw_compare_tab, draw_export_tab,    draw_report_tab,
                                             draw_matrix_tab,  draw_graph_tab,     draw_check_tab};

// Draws the buttons with equal widths, in as many rows as the names need.
void draw_tab_buttons(std::uint32_t& chosen) {
  constexpr std::size_t kCount = std::size(kTabNames);
  constexpr float kSpacing = 2;
  const float padding = ImGui::GetStyle().FramePadding.x, width = ImGui::GetContentRegionAvail().x;
  float widest = 1;
  for (const char* name : kTabNames) widest = std::max(widest, ImGui::CalcTextSize(name).x + 2 * padding);
  const auto fitting =
      std::clamp<std::size_t>(static_cast<std::size_t>((width + kSpacing) / (widest + kSpacing)), 1, kCount);
  const std::size_t rows = (kCount + fitting - 1) / fitting, columns = (kCount + rows - 1) / rows;
  const float each = (width + kSpacing) / static_cast<float>(columns) - kSpacing;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kSpacing, kSpacing});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (i % columns != 0) ImGui::SameLine();
    const ImGuiCol color = i == chosen ? ImGuiCol_HeaderActive : ImGuiCol_FrameBg;
    ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(color));
    if (ImGui::Button(kTabNames[i], {each, 0})) chosen = i;
    ImGui::PopStyleColor();
  }
  ImGui::PopStyleVar();
}

}  // namespace

void draw_inspector(ViewerData& data, const Layout& layout) {
  std::uint32_t& tab = data.state.panels.tab;
  if (!data.state.panels.inspector) return;
  static_assert(std::size(kDrawTab) == std::size(kTabNames));
  if (widgets::begin_panel("inspector", layout.inspector)) {
    draw_tab_buttons(tab);
    tab = std::min<std::uint32_t>(tab, std::size(kDrawTab) - 1);  // a saved view may contain any value
    ImGui::Separator();
    ImGui::PushID("tab");
    ImGui::BeginChild(kTabNames[tab]);
    kDrawTab[tab](data);
    ImGui::EndChild();
    ImGui::PopID();
  }
  ImGui::End();
  widgets::splitter("inspector edge", layout.inspector.x, layout.inspector.y, layout.inspector.height,
                    layout.unit, -1, data.state.panels.inspector_width);
}

}  // namespace skelter
